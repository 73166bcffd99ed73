// One-line mutants. The simulator must find each of them within 2,000 seeds.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

export interface Mutant {
  readonly name: string
  /** The game whose clients find the mutant (default: Tally), or `site` for the Directory and its rooms. */
  readonly game?: string
  /** The file's path, relative to the repository's root. */
  readonly file: string
  readonly line: string
  readonly instead: string
}

export const mutants: readonly Mutant[] = [
  {
    name: 'an erasure leaves the history as it is',
    game: 'arcane-sector',
    file: 'durable-objects/room/privacy/anonymize-records.ts',
    line: 'for (const [key, value] of history.rewritten(rewrite)) changes.set(key, value)',
    instead: '',
  },
  {
    name: 'a room that goes back moves no times',
    game: 'doom-2077',
    file: 'durable-objects/room/history/rewind.ts',
    line: '(Math.floor(at / second) + 1) * second',
    instead: 'Math.floor(now)',
  },
  {
    name: 'a kill is announced but not stored',
    game: 'arcane-sector',
    file: 'games/arcane-sector/combat/combat.ts',
    line: 'player.kills++',
    instead: '',
  },
  {
    name: 'a Soaprun client that returns is not told so',
    game: 'soaprun',
    file: 'games/soaprun/session.ts',
    line: 'returned: former ? 1 : 0',
    instead: 'returned: 0',
  },
  {
    name: 'a Soaprun player is in the hands of two clients',
    game: 'soaprun',
    file: 'games/soaprun/session.ts',
    line: 'if (this.#world.isConnected(player)) return this.#peer.close(takenOver)',
    instead: '',
  },
  {
    name: 'a durable transaction writes no checkpoint',
    file: 'durable-objects/room/world/transactions.ts',
    line: 'if (result) session!.connection.addCheckpoint(this.changes, result)',
    instead: '',
  },
  {
    name: 'the checkpoint does not store the end of a session',
    file: 'durable-objects/room/connections/sidecar-connection.ts',
    line: 'encodeCheckpoint({ ...this.#checkpoint, endReason: reason }, this.#owner.context.now)',
    instead: 'undefined',
  },
  {
    name: 'a reply is released before its transaction is committed',
    file: 'durable-objects/room/world/transactions.ts',
    line: 'this.#records.write(this.changes)\n',
    instead: 'if (result) session!.connection.committed(result)\n    this.#records.write(this.changes)\n',
  },
  {
    name: 'an acknowledgement also covers the next frame',
    file: 'sidecar/sessions/session.ts',
    line: 'this.unacked[0]!.seq <= seq)',
    instead: 'this.unacked[0]!.seq <= seq + 1)',
  },
  {
    name: 'the sidecar drops a session as soon as its client disconnects',
    file: 'sidecar/uplink/room-channel.ts',
    line: 'if (session.isOpenedAtInstance) this.#sendClose(session)\n    else if',
    instead:
      'if (session.isOpenedAtInstance) { this.#sendClose(session); return this.#removeSession(session) }\n    else if',
  },
  {
    name: 'the room accepts frames for another instance',
    file: 'durable-objects/room/gateways/sidecar-gateway.ts',
    line: 'if (message.epoch !== this.#context.epoch) return channel.requestResync()',
    instead: 'if (message.epoch === 0) return channel.requestResync()',
  },
  {
    name: 'the room applies a frame twice after a restart',
    file: 'durable-objects/room/connections/sidecar-connection.ts',
    line: 'this.lastReceivedSeq = checkpoint.lastAppliedSeq',
    instead: 'this.lastReceivedSeq = checkpoint.lastAppliedSeq - 1',
  },
  {
    name: 'replies count as received when they are sent',
    file: 'durable-objects/room/connections/sidecar-channel.ts',
    line: 'this.#unacked[count]!.number <= number',
    instead: 'this.#unacked[count]!.number <= this.writer.number',
  },
  {
    name: 'the room does not resend unacknowledged replies',
    file: 'durable-objects/room/connections/sidecar-connection.ts',
    line: 'if (this.channel) for (const kept of this.#checkpoint.unacked) this.#send(this.channel, kept)',
    instead: '',
  },
  {
    name: 'the checkpoint of a session that never resumes is not deleted',
    file: 'durable-objects/room/resume/stale-session-collector.ts',
    line: 'checks + 1 >= checksUntilStale',
    instead: 'false',
  },
  {
    name: 'a resume state takes effect before its transaction is acknowledged',
    file: 'sidecar/sessions/session.ts',
    line: 'else this.#uncommittedResumeState = resumeState',
    instead: 'else this.resumeState = resumeState',
  },
  {
    name: 'a client that disconnects loses its queued frames',
    file: 'durable-objects/room/world/inbound-scheduler.ts',
    line: 'session.leaveReason = reason\n    this.processQueue(session)',
    instead: 'this.#receiver.endSession(session, reason)',
  },
  {
    name: 'a failed transaction keeps its changes',
    file: 'durable-objects/room/world/transactions.ts',
    line: 'this.changes.clear()\n      this.#outbox = undefined',
    instead: 'this.#outbox = undefined',
  },
  {
    name: 'an event of a transaction that was not written stays in the timeline',
    file: 'durable-objects/room/world/transactions.ts',
    line: 'if (hasNews) roomLog.dropAfter(lastLine)',
    instead: '',
  },
  {
    name: 'an event of a transaction that was not written counts in the story',
    file: 'durable-objects/room/world/transactions.ts',
    line: "if (hasNews) events.emit('commitFailed')",
    instead: '',
  },
  {
    name: 'the counts of an event are written later than its transaction',
    file: 'durable-objects/model/room-log.ts',
    line: 'for (const companion of this.#companions) companion.addUnwritten(changes)',
    instead: '',
  },
  {
    name: 'an event is written to the timeline later than its transaction',
    file: 'durable-objects/room/world/transactions.ts',
    line: 'roomLog.addUnwritten(this.changes)',
    instead: '',
  },
  {
    name: 'a film leaves out changes',
    file: 'durable-objects/room/film/film-recorder.ts',
    line: 'if (delta !== undefined) this.#add(delta, false)',
    instead: 'if (delta !== undefined && delta.length % 2 === 0) this.#add(delta, false)',
  },
  {
    name: 'a session that does not resume never times out',
    file: 'durable-objects/room/resume/session-resume.ts',
    line: 'connection.detach(this.context.clock.after(resumeTimeoutMs, () => this.#timedOut(connection)))',
    instead: 'connection.detach(undefined)',
  },
  {
    name: 'the write log is not read at the start',
    file: 'durable-objects/storage/write-log-records.ts',
    line: 'for (const one of record.entries) if (!isHistoryEntry(one)) over.set(',
    instead: 'for (const one of []) over.set(',
  },
  {
    name: 'the history in the write log is not read at the start',
    file: 'durable-objects/storage/write-log-records.ts',
    line: 'this.#history?.added(record.entries.filter(isHistoryEntry))',
    instead: '',
  },
  {
    name: 'a rewritten write log keeps no history',
    file: 'durable-objects/storage/write-log-records.ts',
    line: 'this.#startRecord(this.#number + 1, entriesOf(over), move?.changes)',
    instead: 'this.#startRecord(this.#number + 1, entriesOf(over))',
  },
  {
    name: 'the write log still overlays compacted records',
    file: 'durable-objects/storage/write-log-records.ts',
    line: 'this.#startRecord(this.#number + 2, [], ',
    instead: 'this.#records.write(',
  },
  {
    name: 'rewriting the write log drops the current changes',
    file: 'durable-objects/storage/write-log-records.ts',
    line: 'this.#startRecord(this.#number + 1, entriesOf(over), move?.changes)',
    instead: 'this.#startRecord(this.#number + 1, entriesOf(this.#overlay!), move?.changes)',
  },
  {
    name: 'obsolete write-log records are kept',
    file: 'durable-objects/storage/write-log-records.ts',
    line: 'number % this.#limits.logRecords}',
    instead: 'number}',
  },
  {
    name: 'a save causes the next save',
    file: 'durable-objects/room/world/world-runtime.ts',
    line: "if (kind !== 'save') this.timers.markDirty(",
    instead: 'this.timers.markDirty(',
  },
  {
    name: 'a frame in parts starts again after a restart',
    file: 'durable-objects/room/connections/sidecar-connection.ts',
    line: 'this.#checkpoint = checkpoint\n',
    instead: 'this.#checkpoint = { ...checkpoint, framePart: 0 }\n',
  },
  {
    name: 'hibernation counts as a lost instance',
    file: 'sidecar/uplink/room-channel.ts',
    line: 'const instanceWasLost = this.#socketWasLost && this.#epoch',
    instead: 'const instanceWasLost = this.#epoch',
  },
  {
    name: 'the first datagram validates an address',
    game: 'doom-2077',
    file: 'games/doom-2077/session.ts',
    line: 'if (echoProbes.takeEchoes(messages, this.#context.now())) {',
    instead: 'if (echoProbes.takeEchoes(messages, this.#context.now()) || !amplificationLimit.isValidated) {',
  },
  {
    name: 'unvalidated peers are never evicted',
    game: 'doom-2077',
    file: 'sidecar/listeners/limits/unvalidated-peer-limiter.ts',
    line: 'now - oldest[1] >= unvalidatedPeerLimits.graceMs',
    instead: 'now - oldest[1] >= Number.POSITIVE_INFINITY',
  },
  {
    name: 'a death is announced but not stored',
    game: 'doom-2077',
    file: 'games/doom-2077/combat/combat.ts',
    line: 'state.hasUnsavedState = true',
    instead: '',
  },
  {
    name: 'a changed board of a room is not announced',
    game: 'site',
    file: 'durable-objects/model/series.ts',
    line: 'digestOf(JSON.stringify(rows))',
    instead: "digestOf('')",
  },
  {
    name: 'a room stays on the board of a series that it has left',
    game: 'site',
    file: 'durable-objects/directory/storage/series-boards.ts',
    line: "this.#sql.exec('DELETE FROM series_board WHERE room = ? AND generation = ?', name, generation)",
    instead: '',
  },
  {
    name: 'the Directory stores no tombstone',
    game: 'site',
    file: 'durable-objects/directory/directory.ts',
    line: 'this.#repository.putRemoved(name, generation, now, now - removalMemoryMs)',
    instead: '',
  },
  {
    name: 'the Directory ignores the generation of an announcement',
    game: 'site',
    file: 'durable-objects/directory/directory.ts',
    line: 'if (generation < latest)',
    instead: 'if (generation < 0)',
  },
  {
    name: 'a restarted Directory forgets when a room announced itself',
    game: 'site',
    file: 'durable-objects/directory/storage/stale-update-filter.ts',
    line: 'this.#recent.get(name) ?? this.#lastStored(name, known, now)',
    instead: 'this.#recent.get(name)',
  },
  {
    name: 'the Directory accepts an announcement of a deleted room',
    game: 'site',
    file: 'durable-objects/directory/directory.ts',
    line: "if (generation === removed) return 'removed'",
    instead: '',
  },
  {
    name: 'a failed announcement is not retried',
    game: 'site',
    file: 'durable-objects/room/announcements/announcer.ts',
    line: 'this.#timer.start(Math.min(maxRetryDelayMs, debounceMs * 2 ** this.#failures++))',
    instead: '',
  },
  {
    name: 'the Directory does not ask an unknown room',
    game: 'site',
    file: 'durable-objects/directory/directory.ts',
    line: 'if (await this.#settings.askRoom(name)) return true',
    instead: '',
  },
  {
    name: 'a failed deletion is not completed',
    game: 'site',
    file: 'durable-objects/room/room.ts',
    line: 'this.#announcer.publishSoon()\n      throw error',
    instead: 'throw error',
  },
  {
    name: 'no sidecar substitutes for a lost one',
    game: 'site',
    file: 'durable-objects/directory/placement/placement.ts',
    line: 'const substitute = bestCandidate(room, all, fleet)',
    instead: 'const substitute = undefined',
  },
  {
    name: 'a room gets a different port on each sidecar',
    game: 'site',
    file: 'durable-objects/directory/sidecars/port-allocator.ts',
    line: 'if (port === undefined || this.#repository.isPortReserved(id, port)) continue',
    instead: 'continue',
  },
  {
    name: 'a silent sidecar stays connected',
    game: 'site',
    file: 'durable-objects/directory/sidecars/sidecars.ts',
    line: 'this.#assignments.onAlarm()',
    instead: 'return this.#assignments.onAlarm()',
  },
  {
    name: 'a room keeps deleted sessions in memory',
    file: 'durable-objects/room/resume/session-resume.ts',
    line: 'if (this.#connections.get(connection.token) === connection) this.#connections.delete(connection.token)',
    instead: '',
  },
  {
    name: 'a kicked player stays connected',
    file: 'durable-objects/room/moderation/moderation.ts',
    line: "this.#world.occupied?.endSession(session, 'kicked by the host', 'kicked')",
    instead: '',
  },
  {
    name: 'a banned player stays connected',
    file: 'durable-objects/room/moderation/moderation.ts',
    line: "this.#world.occupied?.endSession(session, reason, 'banned')",
    instead: ';',
  },
  {
    name: 'a banned player can connect',
    file: 'durable-objects/room/world/world-runtime.ts',
    line: "if (this.#context.bans.find({ address: connection.address })) return 'banned'",
    instead: '',
  },
  {
    name: 'a ban is not stored',
    file: 'durable-objects/room/moderation/moderation.ts',
    line: 'this.#log.write(changes)\n    bans.apply(ban)',
    instead: 'bans.apply(ban)',
  },
  {
    name: 'a lifted ban returns with the next instance',
    file: 'durable-objects/room/moderation/moderation.ts',
    line: 'this.#log.write(changes)\n    bans.remove(lifted)',
    instead: 'bans.remove(lifted)',
  },
  {
    name: 'a closed room accepts new players',
    file: 'durable-objects/room/resume/session-resume.ts',
    line: 'if (!resumeState && !this.context.isOpen)',
    instead: 'if (false)',
  },
  {
    name: 'a closed room rejects sessions that resume',
    file: 'durable-objects/room/resume/session-resume.ts',
    line: 'if (!resumeState && !this.context.isOpen)',
    instead: 'if (!this.context.isOpen)',
  },
  {
    name: "the owner's changes are not stored",
    file: 'durable-objects/room/context/room-context.ts',
    line: 'this.records.write(roomMetadataChange(meta))\n',
    instead: '\n',
  },
  {
    name: 'changed options are not stored',
    file: 'durable-objects/room/world/world-actions.ts',
    line: 'addRoomMetadata(this.#transactions.changes, updated)',
    instead: '',
  },
  {
    name: 'an export is not isolated from concurrent writes',
    file: 'durable-objects/room/export/snapshotting-table.ts',
    line: 'this.#snapshots.copyBeforeWrite(changes.keys())',
    instead: '',
  },
  {
    name: 'an export leaves out the write log',
    file: 'durable-objects/room/room.ts',
    line: 'this.#saveAll()\n    return exportRoom',
    instead: 'this.#world.runtime?.timers.save()\n    return exportRoom',
  },
  {
    name: 'an import stores one record per chunk',
    file: 'durable-objects/room/create/room-import.ts',
    line: 'of rows.splice(0)) {',
    instead: 'of rows.splice(0).slice(0, 1)) {',
  },
  {
    name: 'a failed write counts as written',
    file: 'durable-objects/room/world/transactions.ts',
    line: 'this.#records.write(this.changes)\n',
    instead: 'try { this.#records.write(this.changes) } catch {}\n',
  },
  {
    name: 'the progress of a creation is not stored',
    game: 'site',
    file: 'durable-objects/room/create/room-creator.ts',
    line: 'this.#table.write(files.pendingCreationChange(request, created.inProgress, this.#context.now))',
    instead: '',
  },
  {
    name: 'the uploads of a created room are kept',
    game: 'site',
    file: 'durable-objects/room/create/room-creator.ts',
    line: 'this.#table.writeAll(files.deletions())',
    instead: '',
  },
  {
    name: 'an abandoned creation is not cleaned up',
    game: 'site',
    file: 'durable-objects/room/lifecycle/room-lifecycle.ts',
    line: "if (this.#phase === 'absent') this.#creator.deleteUnfinished()",
    instead: '',
  },
  {
    name: 'a creation is never abandoned',
    game: 'site',
    file: 'durable-objects/room/lifecycle/room-lifecycle.ts',
    line: "if (this.#creator.isAbandoned && this.#phase === 'creating' && !this.#isCreating) this.#phase = 'absent'",
    instead: '',
  },
  {
    name: 'a clock that is set back delays what is due',
    file: 'durable-objects/platform/clock.ts',
    line: 'this.#ahead = Math.max(this.#ahead, this.#latest - now)',
    instead: 'this.#ahead = 0',
  },
  {
    name: 'a full disk ends the session whose transaction failed',
    file: 'durable-objects/room/world/world-runtime.ts',
    line: 'if (isStorageFull(error)) return this.#onDiskFull(session, kind, error)',
    instead: '',
  },
]

const root = new URL('../../../', import.meta.url)

export function isLinePresent({ file, line }: Mutant): boolean {
  return readFileSync(new URL(file, root), 'utf8').includes(line)
}

/** Applies the mutant to all later imports of the file. Throws if the file does not contain the line. */
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
