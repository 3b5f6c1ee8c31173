/** One signal that becomes an order in each of three accounts. */
export function FanOut() {
  return (
    <svg aria-hidden viewBox="0 0 160 96" fill="none" strokeWidth="2" strokeLinecap="round" className="w-40 text-muted">
      <path d="M8 66l14-16 10 7 12-20" stroke="currentColor" strokeLinejoin="round" />
      <circle cx="48" cy="32" r="5" className="fill-surface stroke-accent" />
      <path
        d="M56 32h20c10 0 10-16 20-16h10M76 32h30M76 32c10 0 10 32 20 32h10"
        className="stroke-accent"
        strokeDasharray="3 6"
      />
      {[16, 40, 64].map((top, index) => (
        <g key={top} transform={`translate(112 ${top - 10 + index * 4})`}>
          <rect width="40" height="18" rx="5" className="fill-surface" stroke="currentColor" />
          <path d={`M8 9h${20 - index * 6}`} className="stroke-accent" />
        </g>
      ))}
    </svg>
  );
}
