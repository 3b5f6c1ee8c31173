ALTER TABLE "accounts" ADD COLUMN "is_paused_with_all" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "all_paused_at" timestamp with time zone;