"""Loading as jobs: taken at a door, kept in the database, worked on by workers on any machine."""
