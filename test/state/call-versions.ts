// Lists the calls and record types of this build. Each version stores its list in test/state/, and the next version is
// compared with it.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { linkRevision, recordTypes } from '../../wire/link/record-types.ts'
import { programOf } from '../boundaries/syntax.ts'

export interface Calls {
  /** The methods of each interface of durable-objects/rpc. */
  readonly methods: { readonly [name: string]: readonly string[] }
  /** The numbers of the link's record types. */
  readonly records: { readonly [name: string]: number }
  readonly linkRevision: number
}

const files = {
  RoomRpc: 'room-rpc.ts',
  DirectoryRpc: 'directory-rpc.ts',
  UploadsRpc: 'uploads-rpc.ts',
} as const

function methodsOf(name: string, file: string): readonly string[] {
  const text = readFileSync(resolve(import.meta.dirname, '../../durable-objects/rpc', file), 'utf8')
  for (const node of programOf(text).body) {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : null
    if (declared?.type !== 'TSInterfaceDeclaration' || declared.id.name !== name) continue
    return declared.body.body.flatMap((member) =>
      member.type === 'TSMethodSignature' && member.key.type === 'Identifier' ? [member.key.name] : [],
    )
  }
  throw new Error(`${file} has no interface ${name}`)
}

export function callsNow(): Calls {
  return {
    methods: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, methodsOf(name, file)])),
    records: recordTypes,
    linkRevision,
  }
}
