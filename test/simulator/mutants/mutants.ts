// One-line breakages of the room, the link and the store. A simulator that does not find each of them within 2,000
// seeds proves nothing when it finds nothing.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

export interface Mutant {
  readonly name: string
  /** Whose clients find it, Tally's if it is not said; or `site`: the Directory and its rooms. */
  readonly game?: string
  /** From the repository's root. */
  readonly file: string
  readonly line: string
  readonly instead: string
}

export const mutants: readonly Mutant[] = [
  {
    name: 'a durable turn writes no row',
    file: 'durable-objects/room/world/transaction-runner.ts',
    line: 'replying?.line.record(this.changes)',
    instead: '',
  },
  {
    name: 'the end of a session is not remembered',
    file: 'durable-objects/room/gateways/sidecar-connection.ts',
    line: 'encodeSessionRow({ ...this.#row, ended: reason }, this.#events.now()),',
    instead: 'undefined,',
  },
  {
    name: 'a reply is kept before its turn is committed',
    file: 'durable-objects/room/gateways/sidecar-connection.ts',
    line: 'discard(): void {',
    instead: 'discard(): void { this.release()',
  },
  {
    name: 'a frame is acknowledged with the one before it',
    file: 'sidecar/sessions/session.ts',
    line: 'this.unacked[0]!.seq <= seq)',
    instead: 'this.unacked[0]!.seq <= seq + 1)',
  },
  {
    name: 'the sidecar forgets who left at once',
    file: 'sidecar/uplink/room-channel.ts',
    line: 'if (session.opened) this.#sayGone(session)\n    else if',
    instead: 'if (session.opened) { this.#sayGone(session); return this.#forget(session) }\n    else if',
  },
  {
    name: 'frames of another instance are taken',
    file: 'durable-objects/room/gateways/sidecar-gateway.ts',
    line: 'if (message.epoch !== this.#settings.epoch) return link.who()',
    instead: 'if (message.epoch === 0) return link.who()',
  },
  {
    name: 'frames that were applied are applied again',
    file: 'durable-objects/room/gateways/sidecar-connection.ts',
    line: 'this.taken = row.applied',
    instead: 'this.taken = row.applied - 1',
  },
  {
    name: 'replies count as received when they are sent',
    file: 'durable-objects/room/gateways/sidecar-channel.ts',
    line: 'this.#kept[count]!.number <= number',
    instead: 'this.#kept[count]!.number <= this.writer.number',
  },
  {
    name: 'what is kept is not said again',
    file: 'durable-objects/room/gateways/sidecar-connection.ts',
    line: 'if (this.link) for (const kept of this.#kept) this.#send(this.link, kept)',
    instead: '',
  },
  {
    name: 'the row of who never comes back is not deleted',
    file: 'durable-objects/room/gateways/stale-session-collector.ts',
    line: 'looks + 1 >= orphanLooks',
    instead: 'false',
  },
  {
    name: 'a note counts before its turn is acknowledged',
    file: 'sidecar/sessions/session.ts',
    line: 'else this.#coming = note',
    instead: 'else this.note = note',
  },
  {
    name: 'who left while frames wait takes them along',
    file: 'durable-objects/room/world/world-runtime.ts',
    line: 'this.pump(seat)\n  }\n\n  /** Ends a',
    instead: 'this.#end(seat, reason)\n  }\n\n  /** Ends a',
  },
  {
    name: 'a world that failed keeps what the turn put',
    file: 'durable-objects/room/world/transaction-runner.ts',
    line: 'this.changes.clear()\n      this.#output = undefined',
    instead: 'this.#output = undefined',
  },
  {
    name: 'a session that does not come back keeps its seat',
    file: 'durable-objects/room/gateways/sidecar-gateway.ts',
    line: 'line.detach(this.#settings.clock.after(awayMs, () => this.#lost(line)))',
    instead: 'line.detach(undefined)',
  },
  {
    name: 'what is packed is not read at an opening',
    file: 'durable-objects/storage/write-log-records.ts',
    line: 'for (const one of pack.entries) over.set(',
    instead: 'for (const one of []) over.set(',
  },
  {
    name: 'what was unpacked still lies over the records',
    file: 'durable-objects/storage/write-log-records.ts',
    line: 'this.#begin(this.#number + 2, [], ',
    instead: 'this.#records.write(',
  },
  {
    name: 'what is packed anew leaves out what is written',
    file: 'durable-objects/storage/write-log-records.ts',
    line: 'this.#begin(this.#number + 1, entriesOf(over))',
    instead: 'this.#begin(this.#number + 1, entriesOf(this.#over!))',
  },
  {
    name: 'packs that no longer count are kept',
    file: 'durable-objects/storage/write-log-records.ts',
    line: 'number % this.#packing.ring}',
    instead: 'number}',
  },
  {
    name: 'saving is a reason to save',
    file: 'durable-objects/room/world/world-runtime.ts',
    line: "if (what !== 'save') this.#saving.happened(",
    instead: 'this.#saving.happened(',
  },
  {
    name: 'a frame in parts begins anew after a restart',
    file: 'durable-objects/room/gateways/sidecar-connection.ts',
    line: 'this.#part = row.part',
    instead: 'this.#part = 0',
  },
  {
    name: 'who slept counts as lost',
    file: 'sidecar/uplink/room-channel.ts',
    line: 'const lost = this.#cut && this.#epoch',
    instead: 'const lost = this.#epoch',
  },
  {
    name: 'who speaks over UDP is proven',
    game: 'doom-2077',
    file: 'games/doom-2077/session.ts',
    line: 'if (probes.answered(messages)) {',
    instead: 'if (probes.answered(messages) || !proof.proven) {',
  },
  {
    name: 'addresses that are not proven never give way',
    game: 'doom-2077',
    file: 'sidecar/listeners/limits/unvalidated-peer-limiter.ts',
    line: 'now - oldest[1] >= strangerLimits.grace',
    instead: 'now - oldest[1] >= Number.POSITIVE_INFINITY',
  },
  {
    name: 'a death is told and not kept',
    game: 'doom-2077',
    file: 'games/doom-2077/fight/fighting.ts',
    line: 'scene.unsaved = true',
    instead: '',
  },
  {
    name: 'a tombstone is forgotten',
    game: 'site',
    file: 'durable-objects/directory/directory.ts',
    line: 'this.#register.putRemoved(name, generation, now, now - removedMs)',
    instead: '',
  },
  {
    name: 'the generation of an announcement is not compared',
    game: 'site',
    file: 'durable-objects/directory/directory.ts',
    line: 'if (generation < latest)',
    instead: 'if (generation < 0)',
  },
  {
    name: 'when a room spoke last is forgotten with the Directory',
    game: 'site',
    file: 'durable-objects/directory/storage/stale-update-filter.ts',
    line: 'this.#said.get(name) ?? this.#before(name, known, now)',
    instead: 'this.#said.get(name)',
  },
  {
    name: 'an announcement of a removed room is taken',
    game: 'site',
    file: 'durable-objects/directory/directory.ts',
    line: "if (generation === removed) return 'removed'",
    instead: '',
  },
  {
    name: 'an announcement that failed is not made again',
    game: 'site',
    file: 'durable-objects/room/announcements/announcement-publisher.ts',
    line: 'this.#waiting.arm(Math.min(latestMs, soonMs * 2 ** this.#failures++))',
    instead: '',
  },
  {
    name: 'who is not known is not asked for',
    game: 'site',
    file: 'durable-objects/directory/directory.ts',
    line: 'if (await this.#settings.ask(name)) return true',
    instead: '',
  },
  {
    name: 'a removal that failed is not finished',
    game: 'site',
    file: 'durable-objects/room/room.ts',
    line: 'this.#announcing.soon()\n      throw error',
    instead: 'throw error',
  },
  {
    name: 'nobody stands in for a sidecar that is gone',
    game: 'site',
    file: 'durable-objects/directory/placement/placement.ts',
    line: 'const standIn = chosen(room, all, fleet)',
    instead: 'const standIn = undefined',
  },
  {
    name: 'a room has another port at each sidecar',
    game: 'site',
    file: 'durable-objects/directory/sidecars/port-allocator.ts',
    line: 'if (port === undefined || this.#register.isKept(id, port)) continue',
    instead: 'continue',
  },
  {
    name: 'a sidecar that is silent is not let go',
    game: 'site',
    file: 'durable-objects/directory/sidecars/sidecars.ts',
    line: 'this.#carriage.alarm()',
    instead: 'return this.#carriage.alarm()',
  },
  {
    name: 'a room keeps in memory who has been forgotten',
    file: 'durable-objects/room/gateways/sidecar-gateway.ts',
    line: 'if (this.#lines.get(line.token) === line) this.#lines.delete(line.token)',
    instead: '',
  },
  {
    name: 'who is kicked stays',
    file: 'durable-objects/room/moderation/moderation.ts',
    line: "hall.expel(seat, 'kicked', 'kicked by the host')",
    instead: '',
  },
  {
    name: 'who is banned stays',
    file: 'durable-objects/room/moderation/moderation.ts',
    line: "for (const seat of hall.all) if (this.#holdsFor(seat)) hall.expel(seat, 'banned', reason)",
    instead: '',
  },
  {
    name: 'who is banned may come in',
    file: 'durable-objects/room/world/world-runtime.ts',
    line: "if (moderation?.bansAddress(line)) return this.#turnAway(line, 'banned')",
    instead: '',
  },
  {
    name: 'a ban is not written',
    file: 'durable-objects/room/moderation/moderation.ts',
    line: 'this.#settings.records.write(changes)\n    this.#bans.keep(ban)',
    instead: 'this.#bans.keep(ban)',
  },
  {
    name: 'a ban that is lifted comes again with the next instance',
    file: 'durable-objects/room/moderation/moderation.ts',
    line: 'this.#settings.records.write(changes)\n    this.#bans.drop(lifted)',
    instead: 'this.#bans.drop(lifted)',
  },
  {
    name: 'a closed room takes newcomers',
    file: 'durable-objects/room/gateways/sidecar-gateway.ts',
    line: 'if (!known && !this.#settings.open())',
    instead: 'if (false)',
  },
  {
    name: 'a closed room turns away who was in',
    file: 'durable-objects/room/gateways/sidecar-gateway.ts',
    line: 'if (!known && !this.#settings.open())',
    instead: 'if (!this.#settings.open())',
  },
  {
    name: 'what an owner changes is not written',
    file: 'durable-objects/room/room.ts',
    line: 'this.#records.write(metaChange(meta))\n',
    instead: '\n',
  },
  {
    name: 'options that are changed are not written',
    file: 'durable-objects/room/room.ts',
    line: 'putMeta(changes, kept)',
    instead: '',
  },
  {
    name: 'what changes while the room is exported is not put aside',
    file: 'durable-objects/room/export/snapshotting-table.ts',
    line: 'this.#snapshots.keep(changes.keys())',
    instead: '',
  },
  {
    name: 'an export leaves out what is packed',
    file: 'durable-objects/room/export/room-export.ts',
    line: '  settle()\n  const mark',
    instead: '  const mark',
  },
  {
    name: 'of each piece of a file one record is imported',
    file: 'durable-objects/room/create/room-import.ts',
    line: 'of found.splice(0)) {',
    instead: 'of found.splice(0).slice(0, 1)) {',
  },
  {
    name: 'what cannot be written counts as written',
    file: 'durable-objects/room/world/transaction-runner.ts',
    line: 'this.#settings.records.write(this.changes)\n',
    instead: 'try { this.#settings.records.write(this.changes) } catch {}\n',
  },
  {
    name: 'where a creation in parts was is not kept',
    game: 'site',
    file: 'durable-objects/room/create/room-creator.ts',
    line: 'table.write(files.underway(request, founded.underway, this.#now))',
    instead: '',
  },
  {
    name: 'the files that a room was made of stay',
    game: 'site',
    file: 'durable-objects/room/create/room-creator.ts',
    line: '      table.fill(files.without())\n      table.write(metaChange(meta))\n    })\n    return { meta, adminToken, warnings: founded.warnings }',
    instead:
      '      table.write(metaChange(meta))\n    })\n    return { meta, adminToken, warnings: founded.warnings }',
  },
  {
    name: 'what was given up is not cleared away',
    game: 'site',
    file: 'durable-objects/room/room.ts',
    line: "if (this.#life.phase === 'gone') this.#beginning.clearUnfinished()",
    instead: '',
  },
  {
    name: 'a creation in parts is never given up',
    game: 'site',
    file: 'durable-objects/room/room.ts',
    line: 'if (this.#beginning.isGivenUp) this.#life.giveUp()',
    instead: '',
  },
  {
    name: 'a clock that is put back makes what is due wait as much longer',
    file: 'durable-objects/platform/monotonic-clock.ts',
    line: 'this.#ahead = Math.max(this.#ahead, this.#latest - now)',
    instead: 'this.#ahead = 0',
  },
  {
    name: 'a full disk costs the session whose turn it was',
    file: 'durable-objects/room/world/world-runtime.ts',
    line: 'if (isNoSpace(error)) return this.#cannotStore(seat, what, error)',
    instead: '',
  },
]

const root = new URL('../../../', import.meta.url)

/** Its line is in its file. */
export function isLinePresent({ file, line }: Mutant): boolean {
  return readFileSync(new URL(file, root), 'utf8').includes(line)
}

/** From now on the mutant is what is imported. Throws if its line is not there. */
export function installMutant(mutant: Mutant): void {
  const { name, file, line, instead } = mutant
  const { href } = new URL(file, root)
  if (!isLinePresent(mutant)) throw new Error(`${name}: no such line in ${file}`)
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (url !== href) return loaded
      return { ...loaded, source: String(loaded.source).replace(line, () => instead) }
    },
  })
}
