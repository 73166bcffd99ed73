import { expect, test as plain } from 'vitest'
import { ApiClient } from '../../../cli/api/api-client.ts'
import { type StoredWorld, storedWorlds } from '../releases/stored-worlds.ts'
import { Site } from '../running-site.ts'

const apiOf = (site: Site) => new ApiClient(new URL(site.url), site.ready.adminToken)

plain(
  '[EXPORT-8] a room of each game is exported while a player is connected, and continues on another site',
  async () => {
    const [here, there] = await Promise.all([Site.start(), Site.start()])
    const move = async ({ game, begin, resumeAfterExport, checkContinuation }: StoredWorld) => {
      const name = `${game}/moving`
      let file: Uint8Array<ArrayBuffer> | undefined
      await begin(here, name, async () => {
        expect((await here.room(name)).players).toBe(1)
        file = await new Response(
          (await apiOf(here).export(name)) as ReadableStream<Uint8Array<ArrayBuffer>>,
        ).bytes()
      })
      const parts = new FormData()
      parts.set('file', new File([file!], 'moving.packetboat'))
      expect(await apiOf(there).import(parts)).toMatchObject({ game, room: 'moving' })
      await resumeAfterExport?.(there, name)
      await checkContinuation(there, name)
    }
    await Promise.all(storedWorlds.map(move))
  },
)
