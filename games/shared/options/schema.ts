// A game's options as JSON Schema, for the API description.
import { type JsonSchema, schemaOf } from '../shapes/schema.ts'
import type { Option, OptionTable } from './table.ts'
import { optionWords } from './words.ts'

/** The options that a request can set. For an existing room fixed options may only repeat their value. */
export function givenSchema(table: OptionTable): JsonSchema {
  return objectOf(table, (option) => ({
    ...schemaOf(option),
    ...(!option.act && !option.usually && { default: option.usual }),
    ...(option.secret && { writeOnly: true }),
  }))
}

/** The stored options as a room shows them. Secrets are true or false. */
export function shownSchema(table: OptionTable): JsonSchema {
  const lasting = Object.fromEntries(Object.entries(table).filter(([, { act }]) => !act))
  return objectOf(lasting, (option) => (option.secret ? { type: 'boolean' } : schemaOf(option)))
}

function objectOf(table: OptionTable, schemaFor: (option: Option) => JsonSchema): JsonSchema {
  const properties = optionWords(table).map(({ name, says, marks }) => {
    const description = [says, ...marks.map((mark) => `(${mark})`)].join(' ')
    return [name, { description, ...schemaFor(table[name]!) }] as const
  })
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false }
}
