// Who uses a page in a test.
export type Person = { readonly email: string; readonly name: string; readonly picture: string }

export const STAFF: Person = {
  email: 'sam.staff@harborfinch.example',
  name: 'Sam Staff',
  picture: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
}
