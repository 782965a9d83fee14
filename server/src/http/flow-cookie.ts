// Options for the cookie that ties an OAuth flow to the browser that started it.

export const flowCookie = (publicUrl: string, path: string, maxAgeSeconds: number) =>
  ({
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    path,
    maxAge: maxAgeSeconds,
  }) as const
