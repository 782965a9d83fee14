// The package has types only for its index.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const icon: import('./icons.ts').Icon

  export = icon
}
