import { type JsonSchema, toJsonSchema } from '../schema/json-schema.ts'
import { describeOptions } from './describe.ts'
import type { Option, OptionTable } from './table.ts'

/** For an existing room, a create-only option is accepted only with its current value. */
export function optionInputSchema(table: OptionTable): JsonSchema {
  return objectSchemaOf(table, (option) => ({
    ...toJsonSchema(option.input),
    ...(!option.isAction && !option.defaultDescription && { default: option.defaultValue }),
    ...(option.secret && { writeOnly: true }),
  }))
}

/** A secret is shown as true if it is set, and otherwise as false. */
export function publicOptionsSchema(table: OptionTable): JsonSchema {
  const stored = Object.fromEntries(Object.entries(table).filter(([, { isAction }]) => !isAction))
  return objectSchemaOf(stored, (option) =>
    option.secret ? { type: 'boolean' } : toJsonSchema(option.stored),
  )
}

function objectSchemaOf(table: OptionTable, schemaFor: (option: Option) => JsonSchema): JsonSchema {
  const properties = describeOptions(table).map(({ name, summary }) => [
    name,
    { description: summary, ...schemaFor(table[name]!) },
  ])
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false }
}
