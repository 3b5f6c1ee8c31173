/** Drawings for lists in which nothing has happened yet: each shows what comes next. */
import type { ReactNode } from "react";

function Drawing({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 120 80"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="w-30 text-muted"
    >
      {children}
    </svg>
  );
}

const LINE = { stroke: "currentColor" } as const;
const NEW = { className: "stroke-accent" } as const;

/** A key on its way into a broker's lock. */
export const KeyDrawing = () => (
  <Drawing>
    <rect x="70" y="22" width="38" height="44" rx="6" {...LINE} opacity="0.5" />
    <circle cx="89" cy="40" r="5" {...LINE} />
    <path d="M89 45v9" {...LINE} />
    <circle cx="24" cy="42" r="10" {...NEW} />
    <path d="M34 42h26M52 42v7M60 42v5" {...NEW} />
  </Drawing>
);

/** An order that runs along the rail to the broker. */
export const OrderDrawing = () => (
  <Drawing>
    <path d="M12 60h96" {...LINE} opacity="0.5" />
    <rect x="20" y="26" width="44" height="26" rx="5" {...NEW} />
    <path d="M28 36h16M28 43h10M54 45v-9m0 0l-4 4m4-4l4 4" {...NEW} />
    <path d="M72 39h12" {...NEW} strokeDasharray="3 6" />
    <path d="M92 30l8-5 8 5zM94 34v12M106 34v12M91 50h18" {...LINE} />
  </Drawing>
);

/** A chart whose line sets off an alarm clock. */
export const AlertDrawing = () => (
  <Drawing>
    <path d="M12 12v56h96" {...LINE} opacity="0.5" />
    <path d="M22 58l16-12 12 6 16-20" {...LINE} />
    <circle cx="66" cy="32" r="4" className="fill-surface stroke-accent" />
    <circle cx="92" cy="30" r="12" {...NEW} />
    <path d="M92 23v7l5 3M82 18l-4 4M102 18l4 4" {...NEW} />
  </Drawing>
);

/** A chat that a message is going to. */
export const ChatDrawing = () => (
  <Drawing>
    <rect x="54" y="16" width="52" height="48" rx="8" {...LINE} opacity="0.5" />
    <path d="M64 30h32M64 40h22M64 50h28" {...LINE} opacity="0.5" />
    <path d="M12 42l30-14-8 28-8-9zM26 47l16-19" {...NEW} />
  </Drawing>
);
