import { zipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import { ProgramChoice } from '../../../../../games/lan/browser/dos/program-choice.ts'
import { fakeDocument } from '../../../../browser-unit/fake-document.ts'
import { pollOptions } from '../../../../timeouts.ts'

test('the chosen program starts once, even if the form is sent again while the page joins the LAN', async () => {
  const { created } = fakeDocument()
  vi.stubGlobal(
    'FormData',
    class {
      get = () => 'GAME.EXE'
    },
  )
  const started: unknown[] = []
  new ProgramChoice((drive) => started.push(drive.programs))
  const zip = new File([zipSync({ 'GAME.EXE': new Uint8Array(4) })], 'game.zip')
  Object.assign(created.input![0]!, { files: [Object.assign(zip, { webkitRelativePath: '' })] })
  created.input![0]!.dispatchEvent(new Event('change'))
  await vi.waitFor(() => expect(created.button).toHaveLength(1), pollOptions)
  for (let times = 0; times < 2; times++) created.form![0]!.dispatchEvent(new Event('submit'))
  expect(started).toEqual([['GAME.EXE']])
})
