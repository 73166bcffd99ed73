// The OpenAPI 3.1 description of the API, from the operations that the routes are made of.
import type { Game, Json } from '../../games/game.ts'
import { fieldsSchema, type JsonSchema, schemaOf } from '../../games/shared/shapes/schema.ts'
import type { Field, FieldTable } from '../../games/shared/shapes/shape.ts'
import { type ErrorWord, errorStatuses } from '../answers/error.ts'
import { type FormTable, parameters } from './fields.ts'
import type { Answer, Operation } from './operation.ts'
import { optionSchema, schemasOf } from './schemas.ts'

type Fields = { readonly [name: string]: Json }

export interface Described {
  readonly operations: readonly Operation[]
  readonly games: readonly Game[]
  readonly version: string
  /** The start of every url. */
  readonly origin: string
}

export function openApi({ operations, games, version, origin }: Described): Fields {
  const paths: { [path: string]: { [method: string]: Json } } = {}
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described(operation, games) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Packetboat',
      version,
      summary: 'Online worlds that outlive their servers: their rooms, and who may do what with them.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    paths,
    components: { schemas: schemasOf(games), securitySchemes },
  }
}

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description })

const securitySchemes: Fields = {
  site: bearer("The site's token, ADMIN_TOKEN."),
  host: bearer("The room's own token, as its founding told it."),
  sidecar: bearer("The sidecars' token, SIDECAR_TOKEN."),
}

/** The alternatives for each token. */
const security: { readonly [token in NonNullable<Operation['token']>]: Json } = {
  site: [{ site: [] }],
  host: [{ host: [] }, { site: [] }],
  sidecar: [{ sidecar: [] }],
  creator: [{ site: [] }, {}],
}

function described(operation: Operation, games: readonly Game[]): Fields {
  const { name, says, token, json, form } = operation
  const asked = [...parametersIn(operation.path), ...queryOf(operation.query ?? {})]
  const body = json ? jsonBody(json) : form ? formBody(form, games) : undefined
  return {
    operationId: name,
    summary: says,
    ...(asked.length > 0 && { parameters: asked }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: responsesOf(operation),
    ...(token && { security: security[token] }),
  }
}

/** A parameter of a game's reading. */
const anyText: Field = { type: 'text', least: 1, most: 255 }

function parametersIn(path: string): Json[] {
  const known: FieldTable = parameters
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const field = known[name] ?? anyText
    return { name, in: 'path', required: true, ...about(field.says), schema: schemaOf(field) }
  })
}

function queryOf(query: FieldTable): Json[] {
  return Object.entries(query).map(([name, field]) => ({
    ...{ name, in: 'query', required: field.optional !== true },
    ...about(field.says),
    schema: schemaOf(field),
  }))
}

const about = (description: string | undefined): Fields => (description === undefined ? {} : { description })

function jsonBody(fields: FieldTable): Fields {
  return { 'application/json': { schema: fieldsSchema(fields) } }
}

/** Options have a schema for each game. */
function formBody({ texts, json, files }: FormTable, games: readonly Game[]): Fields {
  const schema = fieldsSchema(texts)
  const properties = schema.properties as { readonly [name: string]: JsonSchema }
  const parts = Object.entries(files).map(([name, description]) => [name, { description }] as const)
  return {
    'multipart/form-data': {
      schema: {
        ...schema,
        properties: {
          ...properties,
          ...(properties.options && { options: { ...properties.options, anyOf: optionRefs(games) } }),
          ...Object.fromEntries(parts),
        },
      },
      encoding: Object.fromEntries([
        ...json.map((name) => [name, { contentType: 'application/json' }] as const),
        ...parts.map(([name]) => [name, { contentType: 'application/octet-stream' }] as const),
      ]),
    },
  }
}

function optionRefs(games: readonly Game[]): Json[] {
  return games.map(({ slug }) => ({ $ref: `#/components/schemas/${optionSchema(slug, 'given')}` }))
}

function responsesOf({ answers, errors = [], token }: Operation): Fields {
  const words: ErrorWord[] = [
    ...(token ? (['unauthorized', 'slow-down'] as const) : []),
    ...errors,
    'unavailable',
  ]
  const wrong = new Map<number, ErrorWord[]>()
  for (const word of new Set(words))
    wrong.set(errorStatuses[word], [...(wrong.get(errorStatuses[word]) ?? []), word])
  return Object.fromEntries([
    ...Object.entries(answers).map(([status, answer]) => [status, responseOf(answer)] as const),
    ...[...wrong].map(([status, said]) => [String(status), errorOf(said)] as const),
  ])
}

function responseOf({ says, schema, type }: Answer): Fields {
  if (type !== undefined) return { description: says, content: { [type]: {} } }
  if (schema === undefined) return { description: says }
  return { description: says, content: { 'application/json': { schema: ref(schema) } } }
}

function errorOf(words: readonly ErrorWord[]): Fields {
  return { description: words.join(', '), content: { 'application/json': { schema: ref('Error') } } }
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
