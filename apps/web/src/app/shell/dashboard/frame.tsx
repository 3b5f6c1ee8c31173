import type { ReactNode } from "react";

interface FrameProps {
  /** Whether the header has a second line, which says so. */
  readonly isPaused?: boolean;
  readonly header: ReactNode;
  readonly menu: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** Where the parts of the dashboard stand, loaded or not. */
export function Frame({ isPaused = false, header, menu, footer, children }: FrameProps) {
  return (
    <div className={`flex min-h-dvh flex-col ${isPaused ? "[--header-height:93px]" : "[--header-height:49px]"}`}>
      {header}
      <div className="flex grow flex-col tablet:grid tablet:grid-cols-[auto_minmax(0,1fr)] tablet:items-start">
        {menu}
        <div className="flex min-w-0 grow flex-col tablet:min-h-[calc(100dvh-var(--header-height))]">
          {children}
          {footer}
        </div>
      </div>
    </div>
  );
}
