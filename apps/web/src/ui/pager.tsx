import Pagination, { type PaginationProps } from "@rc-component/pagination";
import { PAGER_DEFAULT_SIZE, PAGER_SIZE_CHANGER_ABOVE, PAGER_SIZES } from "@chartrelay/contract";
import { ChevronLeft, ChevronRight, Ellipsis } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useMedia } from "../lib/media.ts";
import "./pager.css";

type SizeChangerRender = NonNullable<PaginationProps["sizeChangerRender"]>;

interface PagerProps {
  /** Zero-based, as the API counts. */
  readonly page: number;
  readonly size?: number;
  readonly total: number;
  /** Asks for a page, zero-based, of a size. */
  readonly onChange: (page: number, size: number) => void;
}

/** Leads through pages; hidden while there is only one. */
export function Pager({ page, size = PAGER_DEFAULT_SIZE, total, onChange }: PagerProps) {
  const { t } = useTranslation("ui");
  const isCompact = useMedia("(max-width: 639px)");
  if (total <= size) return null;
  return (
    <nav aria-label={t("pages")}>
      <Pagination
        current={page + 1}
        pageSize={size}
        total={total}
        onChange={(current, pageSize) => onChange(current - 1, pageSize)}
        locale={{
          items_per_page: t("pager_rows"),
          jump_to: t("pager_jump"),
          jump_to_confirm: t("pager_confirm"),
          page: "",
          prev_page: t("pager_previous"),
          next_page: t("pager_next"),
          prev_5: t("pager_back", { count: 5 }),
          next_5: t("pager_forward", { count: 5 }),
          prev_3: t("pager_back", { count: 3 }),
          next_3: t("pager_forward", { count: 3 }),
          page_size: t("pager_size"),
        }}
        // The library jumps by 3 pages where it shows fewer, else by 5: specification, section 9.
        showLessItems={isCompact}
        totalBoundaryShowSizeChanger={PAGER_SIZE_CHANGER_ABOVE}
        pageSizeOptions={[...PAGER_SIZES]}
        showQuickJumper={!isCompact}
        sizeChangerRender={renderSizeChanger}
        prevIcon={<ChevronLeft aria-hidden className="size-4" />}
        nextIcon={<ChevronRight aria-hidden className="size-4" />}
        jumpPrevIcon={<Ellipsis aria-hidden className="size-4" />}
        jumpNextIcon={<Ellipsis aria-hidden className="size-4" />}
      />
    </nav>
  );
}

const renderSizeChanger: SizeChangerRender = ({ size, options, onSizeChange, disabled, className, ...aria }) => (
  <select
    className={className}
    aria-label={aria["aria-label"]}
    disabled={disabled}
    value={size}
    onChange={({ target }) => onSizeChange(target.value)}
  >
    {options.map(({ label, value }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
);
