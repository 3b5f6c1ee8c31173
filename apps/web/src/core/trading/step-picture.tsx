interface StepPictureProps {
  /** The text of the window's address bar. */
  readonly address: string;
  /** The label of what to click or copy. */
  readonly button: string;
  /** Where on the page it is. */
  readonly focus: "menu" | "button" | "value";
}

/** A drawing of a broker's page: its window, and the one thing on it that matters. The step says the same in words. */
export function StepPicture({ address, button, focus }: StepPictureProps) {
  const y = { menu: 62, button: 96, value: 78 }[focus];
  const x = focus === "menu" ? 8 : 84;
  const width = focus === "menu" ? 112 : 148;
  return (
    <svg aria-hidden viewBox="0 0 240 140" className="w-full rounded-control border border-line bg-page text-muted">
      <rect width="240" height="24" className="fill-line" />
      <circle cx="12" cy="12" r="3" className="fill-edge" />
      <circle cx="22" cy="12" r="3" className="fill-edge" />
      <circle cx="32" cy="12" r="3" className="fill-edge" />
      <rect x="44" y="5" width="188" height="14" rx="7" className="fill-surface" />
      <text x="52" y="15.5" className="fill-current font-mono text-[9px]">
        {address}
      </text>
      {[38, 50, 86, 98, 110].map((line) => (
        <rect key={line} x="8" y={line} width={line % 3 === 0 ? 44 : 56} height="5" rx="2.5" className="fill-line" />
      ))}
      <rect x="84" y="36" width="90" height="8" rx="4" className="fill-edge" />
      {[56, 66].map((line) => (
        <rect key={line} x="84" y={line} width={line === 56 ? 140 : 116} height="5" rx="2.5" className="fill-line" />
      ))}
      {focus === "value" && <rect x="84" y="112" width="80" height="5" rx="2.5" className="fill-line" />}
      <rect x={x} y={y} width={width} height="22" rx="6" className="fill-accent" />
      <text x={x + 8} y={y + 14.5} className="fill-on-accent text-[10px] font-semibold">
        {button}
      </text>
      <path
        d={`M${x + width - 14} ${y + 14}l12 5-5 2-2 5z`}
        className="fill-ink stroke-surface"
        strokeWidth="1.2"
        strokeLinejoin="round"
      />
    </svg>
  );
}
