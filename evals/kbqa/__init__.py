"""Questions over many short statements: does the structured layer alone find the one that is asked for?"""
