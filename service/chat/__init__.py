"""The door that speaks as OpenAI's chat completions do: a knowledge base is a model."""
