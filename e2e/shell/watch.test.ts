// The automatic checks of every journey fail when they should.
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/test.ts'

test('CSP violations, thrown errors and accessibility violations fail a journey', async ({
  page,
  complaints,
}) => {
  await page.goto('/')

  await test.step('the content security policy blocks an inline script', async () => {
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "taken over"'
      document.body.append(script)
    })
    await expect.poll(() => complaints.unexpected().join()).toMatch(/Content Security Policy/)
    await expect(page).not.toHaveTitle('taken over')
    complaints.allow(/inline script.*Content Security Policy/)
    expect(complaints.unexpected()).toEqual([])
  })

  await test.step('the content security policy blocks an image and a script from another site', async () => {
    await page.evaluate(() => {
      for (const tag of ['img', 'script'] as const) {
        const element = document.createElement(tag)
        element.src = `https://evil.example/${tag}`
        document.body.append(element)
      }
    })
    await expect.poll(() => complaints.unexpected()).toHaveLength(2)
    complaints.allow(/evil\.example.*Content Security Policy/)
    expect(complaints.unexpected()).toEqual([])
  })

  await test.step('a script throws an error', async () => {
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('thrown by the test')
      })
    })
    await expect.poll(() => complaints.unexpected().join()).toContain('thrown by the test')
    complaints.allow(/thrown by the test/)
  })

  await test.step('an image has no alternative text', async () => {
    await page.getByRole('main').evaluate((main) => {
      const picture = document.createElement('img')
      picture.src = '/favicon.svg'
      main.append(picture)
    })
    await expect(expectAccessible(page)).rejects.toThrow(/image-alt/)
  })
})
