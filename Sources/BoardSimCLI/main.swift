print("boardsim")
