import { type ConversionConfig, toJsonSchema as convert, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import type { JsonObject, Schema } from './schema.ts'

export type JsonSchema = JsonObject

const config = {
  target: 'draft-2020-12',
  typeMode: 'output',
  // Valibot's actions that JSON Schema cannot express, such as the check for well-formed text, and those whose keywords
  // are in the metadata.
  ignoreActions: ['check', 'guard', 'min_code_points', 'max_code_points', 'readonly', 'transform'],
  overrideAction({ valibotAction, jsonSchema }) {
    if (valibotAction.type !== 'metadata') return undefined
    const { expected, offered, ...keywords } = jsonSchema as JsonObject
    return keywords
  },
} as const satisfies ConversionConfig

export function toJsonSchema(schema: Schema): JsonSchema {
  const { $schema, ...keywords } = convert(schema as GenericSchema, config)
  return keywords as JsonSchema
}

/** JSON Schemas by name, which refer to each other as `#/components/schemas/NAME`. */
export function toComponents(schemas: { readonly [name: string]: Schema }): {
  readonly [name: string]: JsonSchema
} {
  const overrideRef = ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`
  return toJsonSchemaDefs(schemas, { ...config, overrideRef }) as { readonly [name: string]: JsonSchema }
}
