// Two releases of the same sources: this one, and a simulated next one. Each edit follows the rules in CONTRIBUTING.md
// ("Change a call") and LINK.md (LINK-15).

export type Release = 'this' | 'next'

/** Replaces `from` in a source file, which must contain it. */
export interface Edit {
  readonly file: string
  readonly from: string | RegExp
  readonly to: string
}

const next: readonly Edit[] = [
  // ---- RPC: renamed methods with the old names kept for a release, new fields, a new form of a result ----
  { file: 'durable-objects/rpc/versioned-calls.ts', from: 'rpcVersion = 1', to: 'rpcVersion = 2' },
  {
    file: 'durable-objects/rpc/fallbacks.ts',
    from: 'roomFallbacks: RpcFallbacks<RoomRpc> = {',
    to: 'roomFallbacks: RpcFallbacks<RoomRpc> = { listPlayers: (room) => room.listSessions(),',
  },
  {
    file: 'durable-objects/rpc/fallbacks.ts',
    from: 'directoryFallbacks: RpcFallbacks<DirectoryRpc> = {',
    to: 'directoryFallbacks: RpcFallbacks<DirectoryRpc> = { list: (directory, wanted) => directory.listRoomPage(wanted),',
  },
  {
    file: 'durable-objects/rpc/fallbacks.ts',
    from: 'uploadsFallbacks: RpcFallbacks<UploadsRpc> = {',
    to: 'uploadsFallbacks: RpcFallbacks<UploadsRpc> = { look: (uploads, call) => uploads.preview(call),',
  },
  {
    file: 'durable-objects/room/room-object.ts',
    from: 'import { unknownUpgradePathStatus }',
    to: 'import { callerVersion, unknownUpgradePathStatus }',
  },
  {
    file: 'durable-objects/room/room-object.ts',
    from: '  override async fetch(',
    to: `  listPlayers() { return this.listSessions() }
  async kick(...args) {
    const kicked = await this.#billedRoom.calls.kick(args[0])
    return kicked === 'not-found' && callerVersion(args) >= 2 ? 'ended' : kicked
  }
  override async fetch(`,
  },
  {
    file: 'durable-objects/room/room-object.ts',
    from: 'return room.calls.kick(id)',
    to: `const kicked = await room.calls.kick(id)
    return kicked === 'not-found' && callerVersion(arguments) >= 2 ? 'ended' : kicked`,
  },
  {
    file: 'durable-objects/directory/directory-object.ts',
    from: '  override async fetch(',
    to: '  list(wanted) { return this.listRoomPage(wanted) }\n  override async fetch(',
  },
  {
    file: 'durable-objects/uploads/uploads-object.ts',
    from: '  override async preview(',
    to: '  look(...args) { return this.preview(...args) }\n  override async preview(',
  },
  {
    file: 'durable-objects/room/announcements/announcement.ts',
    from: 'players: runtime?.players ?? 0,',
    to: "players: runtime?.players ?? 0, mood: 'calm',",
  },
  {
    file: 'workers/create/create-room.ts',
    from: 'rpc.createRoom({',
    to: "rpc.createRoom({ theme: 'dark',",
  },
  {
    file: 'workers/cache/directory-client.ts',
    from: '.listRoomPage({ after, limit })',
    to: '.list({ after, limit })',
  },
  { file: 'workers/routes/owner/moderation-operations.ts', from: '.listSessions()', to: '.listPlayers()' },
  {
    file: 'workers/routes/owner/owner-actions.ts',
    from: "kicked === 'not-found'",
    to: "kicked === 'not-found' || kicked === 'ended'",
  },
  { file: 'workers/routes/owner/owner-page-moderation.ts', from: '.listSessions(),', to: '.listPlayers(),' },
  {
    file: 'workers/platform/resumable-calls.ts',
    from: 'await uploads.preview(call)',
    to: 'await uploads.look(call)',
  },
  // ---- The link: a skippable and a non-skippable record type, both ways ----
  { file: 'wire/link/record-types.ts', from: 'linkRevision = 1', to: 'linkRevision = 2' },
  {
    file: 'wire/link/record-types.ts',
    from: '  addressValidated: 11,\n',
    to: '  addressValidated: 11,\n  settle: 12,\n  hint: 16,\n',
  },
  {
    file: 'wire/link/record-types.ts',
    from: '[type: number]: number } = {}',
    to: '[type: number]: number } = { 12: 2, 16: 2 }',
  },
  {
    file: 'wire/link/record-types.ts',
    from: /$/,
    to: `
export function writeNewRecords(writer) {
  writer.record(recordTypes.hint, 0)
  if (supportsType(writer.revision, recordTypes.settle)) writer.record(recordTypes.settle, 0)
}
`,
  },
  {
    file: 'wire/link/link-codec.ts',
    from: 'export { type RecordType, recordTypes }',
    to: 'export { writeNewRecords, type RecordType, recordTypes }',
  },
  {
    file: 'durable-objects/room/connections/sidecar-channel.ts',
    from: /( +)LinkWriter,/,
    to: '$1LinkWriter,$1writeNewRecords,',
  },
  {
    file: 'durable-objects/room/connections/sidecar-channel.ts',
    from: '    this.writer.multicast(',
    to: '    writeNewRecords(this.writer)\n    this.writer.multicast(',
  },
  {
    file: 'durable-objects/room/gateways/sidecar-gateway.ts',
    from: '      case recordTypes.keepalive:',
    to: '      case recordTypes.hint:\n      case recordTypes.settle:\n      case recordTypes.keepalive:',
  },
  { file: 'sidecar/uplink/room-channel.ts', from: '  LinkWriter,', to: '  LinkWriter,\n  writeNewRecords,' },
  {
    file: 'sidecar/uplink/room-channel.ts',
    from: '    session.isOpenedAtInstance = true',
    to: '    writeNewRecords(this.#writer)\n    session.isOpenedAtInstance = true',
  },
  {
    file: 'sidecar/uplink/room-channel.ts',
    from: '    if (record.type === recordTypes.multicast)',
    to: '    if (record.type === recordTypes.hint || record.type === recordTypes.settle) return\n    if (record.type === recordTypes.multicast)',
  },
  // ---- The control socket: a new message type, both ways ----
  {
    file: 'sidecar/uplink/control-channel.ts',
    from: '    this.#sendPing()\n',
    to: `    this.#sendPing()\n    this.#socket?.send('{"type":"load","share":0.1}')\n`,
  },
  {
    file: 'durable-objects/directory/sidecars/sidecars.ts',
    from: "    send(socket, { type: 'all', assignments })",
    to: `    socket.send('{"type":"news","text":"hello"}')\n    send(socket, { type: 'all', assignments })`,
  },
]

export const edits: { readonly [R in Release]: readonly Edit[] } = { this: [], next }
