// Lists the calls and record types of this build. Each version stores its list in test/state/, and the next version is
// compared with it.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { linkRevision, recordTypes } from '../../wire/link/record-types.ts'
import { programOf } from '../boundaries/syntax.ts'

export interface Calls {
  /** Method names by interface of durable-objects/rpc/rpc-types.ts. */
  readonly methods: { readonly [name: string]: readonly string[] }
  /** The link's record types. */
  readonly records: { readonly [name: string]: number }
  readonly linkRevision: number
}

/** The methods that an interface declares itself, without inherited ones. */
function methodsOf(name: string): readonly string[] {
  const text = readFileSync(resolve(import.meta.dirname, '../../durable-objects/rpc/rpc-types.ts'), 'utf8')
  for (const node of programOf(text).body) {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : null
    if (declared?.type !== 'TSInterfaceDeclaration' || declared.id.name !== name) continue
    return declared.body.body.flatMap((member) =>
      member.type === 'TSMethodSignature' && member.key.type === 'Identifier' ? [member.key.name] : [],
    )
  }
  throw new Error(`rpc-types.ts has no interface ${name}`)
}

export function callsNow(): Calls {
  const names = ['RoomRpc', 'DirectoryRpc', 'UploadsRpc']
  return {
    methods: Object.fromEntries(names.map((name) => [name, methodsOf(name)])),
    records: recordTypes,
    linkRevision,
  }
}
