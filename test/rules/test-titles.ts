import { type Node, programOf, type Sources, walk } from '../boundaries/syntax.ts'

/** The titles of `test`, `it` and `describe` with their `each` tables, without skipped tests. */
export function testTitlesIn(sources: Sources): string[] {
  const titles: string[] = []
  for (const text of sources.values()) {
    walk(programOf(text), (node) => {
      if (node.type !== 'CallExpression' || !node.arguments[0]) return true
      const called = isMaker(node.callee) ? undefined : calledFor(node.callee)
      if (!called) return true
      const title = textsIn(node.arguments[0])
      titles.push(...title)
      // A title includes values of its table with `%s` or `$name`.
      if (title.some((text) => /[%$]/.test(text))) titles.push(...called.tables.flatMap(textsIn))
      return true
    })
  }
  return titles
}

/** `test.each(table)` returns the function that takes the title. */
function isMaker(callee: Node): boolean {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  return /^(each|for|runIf|skipIf)$/.test(callee.property.name)
}

/** The tables of a call of `test`, `describe.each(tables)` and similar; undefined for other calls and skipped tests. */
function calledFor(callee: Node): { readonly tables: readonly Node[] } | undefined {
  switch (callee.type) {
    case 'Identifier':
      return /^(test|it|describe)$/.test(callee.name) ? { tables: [] } : undefined
    case 'MemberExpression':
      if (callee.property.type !== 'Identifier' || /^(skip|todo)$/.test(callee.property.name))
        return undefined
      return calledFor(callee.object)
    case 'CallExpression': {
      const called = calledFor(callee.callee)
      return called && { tables: [...called.tables, ...callee.arguments] }
    }
    default:
      return undefined
  }
}

function textsIn(expression: Node): string[] {
  const texts: string[] = []
  walk(expression, (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') texts.push(node.value)
    if (node.type === 'TemplateElement') texts.push(node.value.cooked ?? '')
    return true
  })
  return texts
}
