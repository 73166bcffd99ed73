// Finds swallowed errors. A handler must use the error, throw, or explain in a comment why it ignores the error.
import type { CatchClause } from 'oxc-parser'
import {
  type Closure,
  commentsOf,
  isFunction,
  type Node,
  programOf,
  type Sources,
  type Violations,
  walk,
} from './syntax.ts'

/** Finds handlers that swallow errors, and returns each as its file and line. */
export function swallowedErrors(sources: Sources): Violations {
  return [...sources].flatMap(([path, text]) => {
    const found: string[] = []
    walk(programOf(text), (node) => {
      const handler = handlerIn(node)
      if (handler && !usesError(handler) && !throws(handler) && !isCommented(text, handler))
        found.push(
          `${path}:${text.slice(0, handler.start).split('\n').length} swallows an error without a reason`,
        )
    })
    return found
  })
}

type Handler = CatchClause | Closure

/**
 * The error handler in a node: a catch clause, an inline argument of `.catch(…)`, or an inline second argument of
 * `.then(…)`.
 */
function handlerIn(node: Node): Handler | undefined {
  if (node.type === 'CatchClause') return node
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
  const { property } = node.callee
  if (property.type !== 'Identifier') return undefined
  const handler = property.name === 'catch' ? node.arguments[0] : node.arguments[1]
  if (property.name !== 'catch' && property.name !== 'then') return undefined
  return handler && isFunction(handler) ? handler : undefined
}

function usesError(handler: Handler): boolean {
  const [error] = handler.type === 'CatchClause' ? [handler.param] : handler.params
  if (error?.type !== 'Identifier') return error != null
  let used = false
  walk(handler.body!, (node) => {
    used ||= node.type === 'Identifier' && node.name === error.name
  })
  return used
}

function throws(handler: Handler): boolean {
  let does = false
  walk(handler.body!, (node) => {
    does ||= node.type === 'ThrowStatement' || (node.type === 'CallExpression' && isThrowingCall(node.callee))
  })
  return does
}

/** `throwFieldError` of wire/codec/field-error.ts always throws. */
const isThrowingCall = (callee: Node) => callee.type === 'Identifier' && callee.name === 'throwFieldError'

/** Whether a comment is inside the handler, or after it on its last line. */
function isCommented(text: string, { start, end }: Handler): boolean {
  const lineEnd = text.indexOf('\n', end)
  return commentsOf(text).some((at) => at >= start && at < (lineEnd < 0 ? text.length : lineEnd))
}
