/// The command `boardsim completion`.
struct CompletionCommand: Command {
  static let words = ["completion"]
  static let abstract = "Print what lets a shell complete boardsim's commands, options and values."
  static let examples = [
    "boardsim completion bash > ~/.local/share/bash-completion/completions/boardsim",
    "boardsim completion zsh > ~/.zfunc/_boardsim",
    "boardsim completion fish > ~/.config/fish/completions/boardsim.fish",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "SHELL", \.shell,
        help: """
          bash (4.4 or newer), zsh, whose fpath has to name the folder before compinit, or
          fish; the Debian package brings all three
          """)
    ]
  }

  /// The word with which the scripts ask the program for completions; the command line's words follow it.
  ///
  /// A shell therefore offers what the typed program accepts, whatever its version.
  static let question = "--complete"

  /// A shell for which completions are available.
  enum Shell: String, OptionChoice {
    case bash, zsh, fish
  }

  var shell = Shell.bash

  func run() throws {
    switch shell {
    case .bash: try Console.print(Self.bash)
    case .zsh: try Console.print(Self.zsh)
    case .fish: try Console.print(Self.fish)
    }
  }
}

extension CompletionCommand {
  /// The script for bash, which splits words at colons and equals signs; the script rejoins a URL.
  private static let bash = #"""
    # bash completion for boardsim
    _boardsim() {
      local words=() lines=() word line current=${COMP_WORDS[COMP_CWORD]}
      for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [ ${#words[@]} -gt 0 ] && [[ $word == :* || ${words[-1]} == *: ]]; then
          words[-1]+=$word
        else
          words+=("$word")
        fi
      done
      mapfile -t lines < <("${COMP_WORDS[0]}" --complete "${words[@]}" 2>/dev/null)
      [ "$current" != = ] || current=
      COMPREPLY=()
      for line in "${lines[@]:1}"; do COMPREPLY+=("${line%%$'\t'*}"); done
      case ${lines[0]} in
      files)
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
        ;;
      folders)
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$current")
        ;;
      esac
    }
    complete -F _boardsim boardsim
    """#

  private static let zsh = #"""
    #compdef boardsim
    _boardsim() {
      local -a lines described
      lines=("${(@f)$("${(Q)words[1]}" --complete "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
      described=("${(@)lines[2,-1]//:/\\:}")
      described=("${(@)${(@)described//$'\t'/:}%:}")
      (( $#lines > 1 )) && _describe boardsim described
      case $lines[1] in
      files)
        compset -P '--*='
        _files
        ;;
      folders)
        compset -P '--*='
        _files -/
        ;;
      esac
    }
    if [ "$funcstack[1]" = _boardsim ]; then
      _boardsim "$@"
    else
      compdef _boardsim boardsim
    fi
    """#

  private static let fish = #"""
    # fish completion for boardsim
    function __boardsim_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        set -l program $words[1]
        set -e words[1]
        set -l lines ($program --complete $words "$current" 2>/dev/null)
        test (count $lines) -gt 0; or return
        set -l paths $lines[1]
        set -e lines[1]
        printf '%s\n' $lines
        # The value of --name=value.
        set -l start (string match -r -- '^--[^=]*=' $current)
        set -q start[1]; or set start ''
        set -l value (string replace -r -- '^--[^=]*=' '' $current)
        switch $paths
            case files
                printf '%s\n' $start(__fish_complete_path $value)
            case folders
                printf '%s\n' $start(__fish_complete_directories $value '')
        end
    end
    complete -c boardsim -f -a '(__boardsim_complete)'
    """#
}
