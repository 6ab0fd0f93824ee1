"""Two runs of one suite beside each other: question by question, and figure by figure with its uncertainty."""
