import { expect, it } from 'vitest'
import { putFileRecord, type SubmittedFile } from '../../../../games/archipelago/gathering/file-records.ts'
import { archipelago } from '../../../../games/archipelago/index.ts'
import type { GameContext, KnownPlayer } from '../../../../games/game.ts'
import type { Erasure } from '../../../../games/shared/privacy/personal-data.ts'
import { createRoomFrom, readFixtureMultidata } from '../sample-multiworlds.ts'

it('[AP-14.7] an erasure of a slot’s data also erases the author of the file from which the slot was generated', async () => {
  const { store, options } = await createRoomFrom({ file: readFixtureMultidata('tiny-2p') })
  const submit = (id: number, called: string, names: readonly string[]) => {
    const author = {
      called,
      discord: '123456789012345678',
      name: `${called}.yaml`,
      owner: 'x',
      byHost: false,
    }
    const slots = [{ names, games: [], requires: '' }]
    const file: SubmittedFile = { ...author, slots, warnings: [], at: 0, bytes: 0 }
    putFileRecord(store, id, file, new Uint8Array(0))
  }
  submit(1, 'Ann', ['Alice{PLAYER}'])
  submit(2, 'Ben', ['Alice', 'Bob'])
  const world = archipelago.openWorld(store, {} as GameContext, options, archipelago.version)
  const authorsAfterErasing = (slot: string) => {
    const player = archipelago.personalData!.find(world, slot) as KnownPlayer
    const erase = (key: string) =>
      player.anonymize({ key, value: store.get(key) }, { renaming: {} } as Erasure)?.value
    const files = ['gather/file/000001', 'gather/file/000002'].map(erase)
    return {
      authors: files.map((file) => (file as unknown as SubmittedFile).called),
      shown: (player.data() as unknown as { files: SubmittedFile[] }).files.map(({ called }) => called),
    }
  }
  expect(authorsAfterErasing('Alice')).toEqual({ authors: ['', 'Ben'], shown: ['Ann'] })
  expect(authorsAfterErasing('Bob')).toEqual({ authors: ['Ann', ''], shown: ['Ben'] })
})
