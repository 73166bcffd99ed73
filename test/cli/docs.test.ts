import { expect, test } from 'vitest'
import { unshown, withTables } from '../../cli/docs.ts'

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
  expect(unshown(text, ['fromClient', 'fromServer'])).toEqual([])
  expect(unshown(`${text}\n${text}`, ['fromClient'])).toEqual(['fromClient'])
  expect(unshown('# Snake', ['fromClient'])).toEqual(['fromClient'])
})
