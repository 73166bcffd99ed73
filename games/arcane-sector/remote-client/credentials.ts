// The login of a thin client: three cookies as in 2019, or a text as first message.
import { WireError } from '../../../wire/util/wire-error.ts'
import type { RemoteClientRequest } from '../../remote-client.ts'
import { isObject } from '../../shared/schema/schema.ts'
import { validate } from '../../shared/schema/validate.ts'
import {
  type Credentials,
  maxCredentialBytes,
  nameError,
  passwordError,
  playerIdCount,
} from '../client/login.ts'

/** Maximum UTF-16 units of the message: a name and a password in JSON, even if all of it is written as \uXXXX. */
const maxTextLength = 1024

const schemas = {
  id: { type: 'integer', min: 0, max: playerIdCount - 1 },
  password: { type: 'text', min: 1, max: maxCredentialBytes },
  name: { type: 'text', min: 0, max: maxCredentialBytes },
} as const

/** [AS-17.5] From the cookies `player_id`, `password` and `name`. Undefined: absent. Throws WireError. */
export function credentialsFromCookies({ cookies }: RemoteClientRequest): Credentials | undefined {
  const { player_id: id, password, name = '' } = cookies
  if (id === undefined || password === undefined) return undefined
  return parseCredentials({ id: /^\d{1,3}$/.test(id) ? Number(id) : id, password, name })
}

/** [AS-17.5] From `{"id":7,"password":"…","name":"…"}`. Throws WireError. */
export function credentialsFromText(text: string): Credentials {
  if (text.length > maxTextLength)
    throw new WireError(`the first message has more than ${maxTextLength} characters`)
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    throw new WireError('the first message is not JSON')
  }
  if (!isObject(said)) throw new WireError('the first message is not an object')
  for (const field of Object.keys(said))
    if (!Object.hasOwn(schemas, field))
      throw new WireError('the first message has an unknown field; known fields: id, password, name')
  return parseCredentials({ id: said.id, password: said.password, name: said.name ?? '' })
}

/** Errors do not quote the value, which may be secret. */
function parseCredentials(said: { readonly [field in keyof typeof schemas]: unknown }): Credentials {
  for (const field of ['id', 'password', 'name'] as const) {
    const fault = validate(schemas[field], said[field])
    if (fault) throw new WireError(`${field}: ${fault.detail ?? `must be ${fault.expected}`}`)
  }
  const { id, password, name } = said as { id: number; password: string; name: string }
  const fault = passwordError(password)
  if (fault) throw new WireError(`password: ${fault}`)
  const unfit = nameError(name)
  if (unfit) throw new WireError(`name: ${unfit}`)
  return { id, password, portrait: id, newCharacter: { name, orExisting: true } }
}
