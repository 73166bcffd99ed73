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

test('every marked part becomes its table, all else stays', () => {
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

test('written twice it is the same', () => {
  const once = withTables(text, tables)
  expect(withTables(once, tables)).toBe(once)
})

test('a table with $ in it is written as it is', () => {
  expect(withTables(text, { ...tables, fromClient: table('| $& $1 |') })).toContain('\n| $& $1 |\n')
})

test('a part of a table that there is not is an error', () => {
  expect(() => withTables(text, { fromClient: table('') })).toThrow('there is no table fromServer')
})

test('a document that shows a table never, or twice, is found', () => {
  expect(missingTables(text, ['fromClient', 'fromServer'])).toEqual([])
  expect(missingTables(`${text}\n${text}`, ['fromClient'])).toEqual(['fromClient'])
  expect(missingTables('# Snake', ['fromClient'])).toEqual(['fromClient'])
})

test('the command’s document has a section for each that does something, with all that it takes', () => {
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

test('the button deploys the repository that package.json names, and leads to how to where it names none', () => {
  const to = (repository: Parameters<typeof buttonMarkdown>[0]) =>
    /\]\(([^)]*)\)$/.exec(buttonMarkdown(repository))?.[1]
  expect(to(undefined)).toBe('docs/tutorials/deployed.md#deploy-with-the-button')
  const deploys = 'https://deploy.workers.cloudflare.com/?url='
  expect(to('github:you/packetboat')).toBe(`${deploys}https://github.com/you/packetboat`)
  expect(to({ url: 'git+https://gitlab.com/you/boat.git' })).toBe(`${deploys}https://gitlab.com/you/boat`)
})
