import { Command, Option } from 'commander'
import { expect, test } from 'vitest'
import { commandMarkdown } from '../../../cli/build/command-markdown.ts'
import { buttonMarkdown, missingTables, withTables } from '../../../cli/build/generated-docs.ts'

const table = (markdown: string) => ({ markdown: () => markdown })
const tables = { fromClient: table('| Prtc |'), fromServer: table('| WLCM |\n') }
const text = `# Snake
<!-- table: fromClient -->
old $1 rows
<!-- end of table -->
between
<!-- table: fromServer -->
<!-- end of table -->
after`

test('withTables() replaces every marked table and nothing else', () => {
  expect(withTables(text, tables)).toBe(`# Snake
<!-- table: fromClient -->

| Prtc |

<!-- end of table -->
between
<!-- table: fromServer -->

| WLCM |

<!-- end of table -->
after`)
})

test('withTables() gives the same text when it runs twice', () => {
  const once = withTables(text, tables)
  expect(withTables(once, tables)).toBe(once)
})

test('withTables() writes a table with $ unchanged', () => {
  expect(withTables(text, { ...tables, fromClient: table('| $& $1 |') })).toContain('\n| $& $1 |\n')
})

test('withTables() throws for an unknown table', () => {
  expect(() => withTables(text, { fromClient: table('') })).toThrow('unknown table fromServer')
})

test('missingTables() finds tables that appear never or twice', () => {
  expect(missingTables(text, ['fromClient', 'fromServer'])).toEqual([])
  expect(missingTables(`${text}\n${text}`, ['fromClient'])).toEqual(['fromClient'])
  expect(missingTables('# Snake', ['fromClient'])).toEqual(['fromClient'])
})

test('the command’s document has a section for each command with all arguments and options', () => {
  const program = new Command('boat')
  const rig = program.command('rig').description('sails')
  rig
    .command('set')
    .description('puts one up')
    .argument('<sail>', 'which')
    .argument('[mast]')
    .addOption(new Option('--side <a|b>', 'where').choices(['port', 'starboard']).default('port'))
    .option('--reef <n>', 'taken in', (text) => [text], [])
  program.command('anchor').description('stays')
  expect(commandMarkdown(program)).toBe(`## rig set

\`packetboat rig set <sail> [mast]\`: puts one up.

| | |
| --- | --- |
| \`<sail>\` | which |
| \`--side <a\\|b>\` | where: \`port\`, \`starboard\` (\`port\`) |
| \`--reef <n>\` | taken in |

## anchor

\`packetboat anchor\`: stays.`)
})

test('the deploy button uses the repository in package.json, or links to the instructions without one', () => {
  const to = (repository: Parameters<typeof buttonMarkdown>[0]) =>
    /\]\(([^)]*)\)$/.exec(buttonMarkdown(repository))?.[1]
  expect(to(undefined)).toBe('docs/tutorials/deployed.md#deploy-with-the-button')
  const deploys = 'https://deploy.workers.cloudflare.com/?url='
  expect(to('github:you/packetboat')).toBe(`${deploys}https://github.com/you/packetboat`)
  expect(to({ url: 'git+https://gitlab.com/you/boat.git' })).toBe(`${deploys}https://gitlab.com/you/boat`)
})
