// The product's icon, for businesses without a logo.

/** In the color of the text around it. */
export const ProductMark = () => (
  <svg width={32} height={32} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" fill="currentcolor" />
    <path d="M10 7h9l4 4v14l-2.6-1.6L18 25l-2.4-1.6L13.2 25 10 23.4z" fill="#fff" />
    <path
      d="M13 15.6l2.6 2.6 4.8-5"
      fill="none"
      stroke="currentcolor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
