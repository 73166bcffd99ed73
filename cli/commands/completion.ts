// `packetboat completion`: prints a completion script for a shell. The script contains all commands and flags, so
// completion starts no process.
import type { Command } from 'commander'

export type Shell = 'bash' | 'zsh' | 'fish'

/** The possible next words after a command such as `room create`: its subcommands and flags. */
interface Completion {
  readonly path: string
  readonly words: readonly string[]
}

export function completionScript(program: Command, shell: Shell): string {
  // The longest path comes first, because the scripts use the first path that matches.
  const table = completionsOf(program, '').toSorted((a, b) => b.path.length - a.path.length)
  return scripts[shell](program.name(), table)
}

function completionsOf(command: Command, path: string): Completion[] {
  const subcommands = command.commands.filter((one) => one.name() !== 'help')
  const names = subcommands.flatMap((one) => [one.name(), ...one.aliases()])
  const flags = command.options.flatMap(({ long }) => long ?? [])
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  return [
    { path, words: [...names, ...choices, ...flags, '--help'] },
    ...subcommands.flatMap((one) =>
      [one.name(), ...one.aliases()].flatMap((name) => completionsOf(one, `${path} ${name}`.trim())),
    ),
  ]
}

const scripts: { readonly [shell in Shell]: (name: string, table: readonly Completion[]) => string } = {
  bash: (name, table) => `# eval "$(${name} completion bash)"
_${name}() {
  local word path=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [[ $word == -* ]] || path="$path$word "; done
  case "$path" in
${table.map(({ path, words }) => `    ${pattern(path)}) word="${words.join(' ')}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$word" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${name} ${name}`,
  zsh: (name, table) => `#compdef ${name}
# source <(${name} completion zsh)
_${name}() {
  local word route=""
  for word in "\${(@)words[2,CURRENT-1]}"; do [[ $word == -* ]] || route="$route$word "; done
  case "$route" in
${table.map(({ path, words }) => `    ${pattern(path)}) compadd -- ${words.join(' ')} ;;`).join('\n')}
  esac
  _files
}
compdef _${name} ${name}`,
  fish: (name, table) => `# ${name} completion fish | source
function __${name}_words
  set -l path (string match --invert -- '-*' (commandline --tokens-expanded --cut-at-cursor)[2..-1])
  switch "$path "
${table.map(({ path, words }) => fishCase(path, words)).join('\n')}
  end
end
complete --command ${name} --arguments '(__${name}_words)'`,
}

const fishCase = (path: string, words: readonly string[]) =>
  `    case '${path ? `${path} ` : ''}*'\n      string split ' ' '${words.join(' ')}'`

const pattern = (path: string) => (path ? `"${path} "*` : '*')
