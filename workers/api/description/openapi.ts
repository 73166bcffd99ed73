import type { Game, Json } from '../../../games/game.ts'
import { type JsonSchema, toJsonSchema } from '../../../games/shared/schema/json-schema.ts'
import { type Fields, isOptional, type JsonObject, object } from '../../../games/shared/schema/schema.ts'
import { answerComponents, optionSchemaName } from '../responses/answers.ts'
import { type ErrorCode, errorStatuses } from '../responses/api-error.ts'
import { endpointParameter, type FormFields, pathParameters } from './fields.ts'
import type { Operation, ResponseSpec } from './operation.ts'

export interface ApiDescription {
  readonly operations: readonly Operation[]
  readonly games: readonly Game[]
  readonly version: string
  readonly origin: string
}

export function openApiDocument({ operations, games, version, origin }: ApiDescription): JsonObject {
  const paths: { [path: string]: { [method: string]: Json } } = {}
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(operation, games) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Packetboat',
      version,
      summary: 'Rooms of multiplayer games whose servers are gone: create, list, moderate and export them.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    paths,
    components: { schemas: answerComponents(games), securitySchemes },
  }
}

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description })

const securitySchemes: JsonObject = {
  site: bearer('The site token, ADMIN_TOKEN.'),
  host: bearer('The room token, returned when the room is created.'),
  sidecar: bearer('The sidecar token, SIDECAR_TOKEN.'),
  series: bearer('The key of the series, which is the option seriesKey of its rooms.'),
  own: bearer('The secret that was returned when the resource was created.'),
}

const security: { readonly [token in NonNullable<Operation['token']>]: Json } = {
  site: [{ site: [] }],
  host: [{ host: [] }, { site: [] }],
  sidecar: [{ sidecar: [] }],
  creator: [{ site: [] }, {}],
  series: [{ series: [] }, { site: [] }],
  author: [{ own: [] }, { host: [] }, { site: [] }, {}],
}

function describeOperation(operation: Operation, games: readonly Game[]): JsonObject {
  const { name, summary, token, json, form, body: description } = operation
  const parameters = [
    ...describePathParameters(operation.path),
    ...describeParameters('query', operation.query ?? {}),
  ]
  const fileBody = description && { '*/*': { schema: { description } } }
  const body = json ? jsonBody(json) : form ? formBody(form, games) : fileBody
  return {
    operationId: name,
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: describeResponses(operation),
    ...(token && { security: security[token] }),
  }
}

function describePathParameters(path: string): Json[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const known: Fields = pathParameters
  return describeParameters(
    'path',
    Object.fromEntries(names.map((name) => [name, known[name] ?? endpointParameter])),
  )
}

function describeParameters(where: 'path' | 'query', fields: Fields): Json[] {
  return Object.entries(fields).map(([name, field]) => {
    const { description, ...schema } = toJsonSchema(field)
    return { name, in: where, required: !isOptional(field), ...(description && { description }), schema }
  })
}

const jsonBody = (fields: Fields): JsonObject => ({
  'application/json': { schema: toJsonSchema(object(fields)) },
})

/** The field `options` has a schema for each game. */
function formBody({ texts, json, files }: FormFields, games: readonly Game[]): JsonObject {
  const schema = toJsonSchema(object(texts))
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
  return games.map(({ slug }) => ({ $ref: `#/components/schemas/${optionSchemaName(slug, 'given')}` }))
}

function describeResponses({ responses, errors = [], token }: Operation): JsonObject {
  const codes: ErrorCode[] = [
    ...(token ? (['unauthorized', 'slow-down'] as const) : []),
    ...errors,
    'unavailable',
  ]
  const codesByStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codes))
    codesByStatus.set(errorStatuses[code], [...(codesByStatus.get(errorStatuses[code]) ?? []), code])
  return Object.fromEntries([
    ...Object.entries(responses).map(([status, response]) => [status, describeResponse(response)] as const),
    ...[...codesByStatus].map(([status, sharing]) => [String(status), describeErrors(sharing)] as const),
  ])
}

function describeResponse({ description, schema, type }: ResponseSpec): JsonObject {
  if (type !== undefined) return { description, content: { [type]: {} } }
  if (schema === undefined) return { description }
  return { description, content: { 'application/json': { schema: ref(schema) } } }
}

function describeErrors(sharing: readonly ErrorCode[]): JsonObject {
  return { description: sharing.join(', '), content: { 'application/json': { schema: ref('Error') } } }
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
