import { ArrowUp } from "lucide-react";
import { Button } from "../../ui/button.tsx";

interface NewRowsProps {
  /** How many rows are waiting, in words; false: none. */
  readonly label: string | false;
  readonly onShow: () => void;
}

/** Announces waiting rows. It overlays the table, so that no row moves under the pointer when it appears. */
export function NewRows({ label, onShow }: NewRowsProps) {
  return (
    <div role="status" className="sticky top-18 z-20 -my-2 grid h-0 justify-items-center">
      {label !== false && (
        <Button onClick={onShow} className="-mt-3 h-11 text-14 shadow-card">
          <ArrowUp aria-hidden className="size-4" />
          {label}
        </Button>
      )}
    </div>
  );
}
