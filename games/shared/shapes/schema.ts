// Shapes as JSON Schema (2020-12).
import type { Json } from '../../host.ts'
import type { Amount, Field, FieldTable, Shape, Text } from './shape.ts'

export type JsonSchema = { readonly [keyword: string]: Json }

/**
 * A schema of what `faultIn` accepts as given, except what a schema cannot express: that text is well-formed, and how
 * large a number in a key is.
 */
export function schemaOf(shape: Shape): JsonSchema {
  switch (shape.type) {
    case 'boolean':
      return { type: 'boolean' }
    case 'whole':
    case 'number':
      return amountSchema(shape)
    case 'text':
      return textSchema(shape, shape.nullable === true)
    case 'choice':
      return { type: 'string', enum: [...shape.choices, ...(shape.also ?? [])] }
    case 'list':
      return { type: 'array', minItems: shape.least, maxItems: shape.most, items: schemaOf(shape.of) }
    case 'by number':
      return {
        type: 'object',
        // A pattern cannot limit the value of a number, only its digits.
        propertyNames: { pattern: `^(0|[1-9][0-9]{0,${String(shape.keys.most).length - 1}})$` },
        additionalProperties: textSchema(shape.of, true),
      }
    case 'fields':
      return fieldsSchema(shape.fields)
    case 'object':
      return { type: 'object' }
  }
}

/** An object with exactly these fields. */
export function fieldsSchema(fields: FieldTable): JsonSchema {
  const names = Object.keys(fields)
  const required = names.filter((name) => !fields[name]?.optional)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, described(fields[name]!)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function described(field: Field): JsonSchema {
  return { ...(field.says !== undefined && { description: field.says }), ...schemaOf(field) }
}

function amountSchema({ type, least, most }: Amount): JsonSchema {
  return { type: type === 'whole' ? 'integer' : 'number', minimum: least, maximum: most }
}

function textSchema({ least, most, pattern }: Text, nullable: boolean): JsonSchema {
  return {
    type: nullable ? ['string', 'null'] : 'string',
    minLength: least,
    maxLength: most,
    ...(pattern && { pattern: pattern.source }),
  }
}
