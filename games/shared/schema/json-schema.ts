// Converts schemas to JSON Schema (2020-12).
import type { Json } from '../../game-context.ts'
import type { FieldSchema, NumberSchema, ObjectFields, Schema, TextSchema } from './schema.ts'

export type JsonSchema = { readonly [keyword: string]: Json }

/**
 * A JSON Schema of the values that `validate` accepts. JSON Schema cannot express that text is well-formed, and how large
 * a number in a key may be.
 */
export function toJsonSchema(shape: Schema): JsonSchema {
  switch (shape.type) {
    case 'boolean':
      return { type: 'boolean' }
    case 'integer':
    case 'number':
      return numberJsonSchema(shape)
    case 'text':
      return textJsonSchema(shape, shape.nullable === true)
    case 'choice':
      return { type: 'string', enum: [...shape.choices, ...(shape.also ?? [])] }
    case 'list':
      return { type: 'array', minItems: shape.min, maxItems: shape.max, items: toJsonSchema(shape.of) }
    case 'numbered':
      return {
        type: 'object',
        // A pattern cannot limit the value of a number, only its digits.
        propertyNames: { pattern: `^(0|[1-9][0-9]{0,${String(shape.keys.max).length - 1}})$` },
        additionalProperties: textJsonSchema(shape.of, true),
      }
    case 'object':
      return objectJsonSchema(shape.fields)
    case 'any object':
      return { type: 'object' }
  }
}

/** An object with exactly these fields. */
export function objectJsonSchema(fields: ObjectFields): JsonSchema {
  const names = Object.keys(fields)
  const required = names.filter((name) => !fields[name]?.optional)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, fieldJsonSchema(fields[name]!)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function fieldJsonSchema(field: FieldSchema): JsonSchema {
  return {
    ...(field.description !== undefined && { description: field.description }),
    ...toJsonSchema(field),
  }
}

function numberJsonSchema({ type, min, max }: NumberSchema): JsonSchema {
  return { type: type === 'integer' ? 'integer' : 'number', minimum: min, maximum: max }
}

function textJsonSchema({ min, max, pattern }: TextSchema, nullable: boolean): JsonSchema {
  return {
    type: nullable ? ['string', 'null'] : 'string',
    minLength: min,
    maxLength: max,
    ...(pattern && { pattern: pattern.source }),
  }
}
