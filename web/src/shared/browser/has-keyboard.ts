// Whether focusing an input is harmless. On a touch screen, it would cover the page with the keyboard.

export const canType = (): boolean => window.matchMedia('(pointer: fine)').matches
