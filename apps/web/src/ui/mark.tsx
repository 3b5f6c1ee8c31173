/** The mark: a line that rises in three segments, passes through a node, and leaves as an arrow. */
export function Mark({ className }: { readonly className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d="M3 27l6-7 5 3 3.2-6" />
      <circle cx="18.5" cy="14.5" r="2.6" fill="currentColor" stroke="none" />
      <path d="M20.4 12.2L28 4M21.5 4H28v6.5" />
    </svg>
  );
}
