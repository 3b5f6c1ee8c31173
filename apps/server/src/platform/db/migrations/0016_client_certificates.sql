ALTER TABLE "signals" ADD COLUMN "certificate" text;--> statement-breakpoint
ALTER TABLE "signals" DROP COLUMN "is_certified";