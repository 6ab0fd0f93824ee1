"""Who may do what: keys and their scopes, limits and quotas, and the trail of what was done by whom."""
