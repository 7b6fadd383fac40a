// What is here comes with the next commits.
