import { PAGER_DEFAULT_SIZE, PAGER_SIZE_CHANGER_ABOVE, PAGER_SIZES } from "@chartrelay/contract";
import { ChevronLeft, ChevronRight, Ellipsis } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useMedia } from "../lib/media.ts";
import { classNames } from "./class-names.ts";
import { pagerItems } from "./pager-items.ts";

interface PagerProps {
  /** Zero-based, as the API counts. */
  readonly page: number;
  readonly size?: number;
  readonly total: number;
  /** Requests a page (zero-based) of a size. */
  readonly onChange: (page: number, size: number) => void;
}

/**
 * Navigates through pages; hidden while there is only one. Behaves like @rc-component/pagination, but with buttons
 * inside its list items; that one makes the list items themselves buttons, which a list may not have.
 */
export function Pager({ page, size = PAGER_DEFAULT_SIZE, total, onChange }: PagerProps) {
  const { t } = useTranslation("ui");
  const isCompact = useMedia("(max-width: 639px)");
  if (total <= size) return null;
  const current = page + 1;
  const pages = Math.ceil(total / size);

  /** Goes to a page, clamped to the first and the last; a fraction, or the current page, requests nothing. */
  function go(wanted: number) {
    if (!Number.isInteger(wanted) || wanted === current) return;
    onChange(Math.min(Math.max(wanted, 1), pages) - 1, size);
  }

  return (
    <nav aria-label={t("pages")} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-14">
      <ul className="rc-pagination flex flex-wrap items-center gap-1">
        <Step label={t("pager_previous")} isDisabled={current <= 1} onClick={() => go(current - 1)}>
          <ChevronLeft aria-hidden className="size-4" />
        </Step>
        {pagerItems(current, pages, isCompact).map((item) =>
          item.kind === "page" ? (
            <Step
              key={item.page}
              isCurrent={item.page === current}
              className="rc-pagination-item"
              onClick={() => go(item.page)}
            >
              {item.page}
            </Step>
          ) : (
            <Step
              key={item.kind}
              label={t(item.kind === "back" ? "pager_back" : "pager_forward", { count: item.by })}
              onClick={() => go(item.page)}
            >
              <Ellipsis aria-hidden className="size-4" />
            </Step>
          ),
        )}
        <Step label={t("pager_next")} isDisabled={current >= pages} onClick={() => go(current + 1)}>
          <ChevronRight aria-hidden className="size-4" />
        </Step>
      </ul>
      <div className="ml-auto flex flex-wrap items-center gap-3 text-muted empty:hidden">
        {total > PAGER_SIZE_CHANGER_ABOVE && (
          <SizeChanger size={size} onChange={(next) => onChange(Math.min(page, Math.ceil(total / next) - 1), next)} />
        )}
        {!isCompact && <Jumper onJump={go} />}
      </div>
    </nav>
  );
}

interface StepProps {
  /** For a button with only an icon. */
  readonly label?: string;
  readonly isCurrent?: boolean;
  readonly isDisabled?: boolean;
  readonly className?: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Step({ label, isCurrent = false, isDisabled = false, className, onClick, children }: StepProps) {
  return (
    <li>
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-current={isCurrent ? "page" : undefined}
        disabled={isDisabled}
        onClick={onClick}
        className={classNames(
          "inline-flex min-h-11 min-w-11 items-center justify-center rounded-control px-1 tabular transition-colors duration-150 disabled:opacity-40",
          isCurrent
            ? "rc-pagination-item-active bg-accent font-semibold text-on-accent"
            : "text-muted enabled:hover:bg-accent-soft enabled:hover:text-ink",
          className,
        )}
      >
        {children}
      </button>
    </li>
  );
}

function SizeChanger({ size, onChange }: { readonly size: number; readonly onChange: (size: number) => void }) {
  const { t } = useTranslation("ui");
  // The size in the address may not be one of ours.
  const sizes = [...new Set([...PAGER_SIZES, size])].toSorted((a, b) => a - b);
  return (
    <select
      aria-label={t("pager_size")}
      value={size}
      onChange={({ target }) => onChange(Number(target.value))}
      className="control w-auto text-14"
    >
      {sizes.map((each) => (
        <option key={each} value={each}>
          {each} {t("pager_rows")}
        </option>
      ))}
    </select>
  );
}

/** Takes only digits; Enter jumps. */
function Jumper({ onJump }: { readonly onJump: (page: number) => void }) {
  const { t } = useTranslation("ui");
  const id = useId();
  const [typed, setTyped] = useState("");
  function jump() {
    if (typed === "") return;
    setTyped("");
    onJump(Number(typed));
  }
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id}>{t("pager_jump")}</label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        value={typed}
        onChange={({ target }) => /^\d*$/.test(target.value) && setTyped(target.value)}
        onKeyUp={({ key }) => key === "Enter" && jump()}
        onBlur={jump}
        className="control w-16 text-14 tabular"
      />
    </span>
  );
}
