// A remote client logs in with three cookies, as clients did in 2019, or with a first message in JSON.
import { WireError } from '../../../wire/util/wire-error.ts'
import type { RemoteClientRequest } from '../../remote-client.ts'
import { integer, object, optional, parseValue, text } from '../../shared/schema/schema.ts'
import {
  type Credentials,
  maxCredentialBytes,
  nameError,
  passwordError,
  playerIdCount,
} from '../client/login.ts'

/** Maximum length of the message in UTF-16 units. The length suffices even if all characters are written as \uXXXX. */
const maxTextLength = 1024

const schema = object({
  id: integer(0, playerIdCount - 1),
  password: text({ max: maxCredentialBytes }),
  name: optional(text({ min: 0, max: maxCredentialBytes })),
})

/** [AS-17.5] Undefined without the cookies `player_id` and `password`. Throws WireError. */
export function credentialsFromCookies({ cookies }: RemoteClientRequest): Credentials | undefined {
  const { player_id: id, password, name = '' } = cookies
  if (id === undefined || password === undefined) return undefined
  return parseCredentials({ id: /^\d{1,3}$/.test(id) ? Number(id) : id, password, name })
}

/** [AS-17.5] Parses `{"id":7,"password":"…","name":"…"}`. Throws WireError. */
export function credentialsFromText(text: string): Credentials {
  if (text.length > maxTextLength)
    throw new WireError(`the first message has more than ${maxTextLength} characters`)
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    throw new WireError('the first message is not JSON')
  }
  return parseCredentials(said)
}

/** Errors do not contain the value, which may be secret, and fit into a close reason of 123 bytes. */
function parseCredentials(said: unknown): Credentials {
  const { value, fault: misfit } = parseValue(schema, said)
  if (misfit)
    throw new WireError(`${misfit.path.join('.').slice(0, 40) || 'the first message'}: ${misfit.problem}`)
  const { id, password, name = '' } = value
  const fault = passwordError(password)
  if (fault) throw new WireError(`password: ${fault}`)
  const unfit = nameError(name)
  if (unfit) throw new WireError(`name: ${unfit}`)
  return { id, password, portrait: id, newCharacter: { name, orExisting: true } }
}
