import { adminQueues } from '@carhouse/contract/admin-queues';
import { ApiError } from '@carhouse/contract/client';
import {
  archiveFeedback,
  type FeedbackEntry,
  listFeedback,
  readFeedback,
  unreadFeedback,
} from '@carhouse/contract/feedback';
import { overview } from '@carhouse/contract/overview';
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { feedbackInboxMessages } from '#messages/feedback-inbox';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { type InboxFilters, makeInboxKey } from './inbox-queries.ts';

type InboxPageData = { unread: number; feedback: readonly FeedbackEntry[]; next: string | null };

/** Marks an opened message as read. The message stays in the current list, because the admin is reading it. */
export function useMarkFeedbackRead({ state }: InboxFilters) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (entry: FeedbackEntry) => client(readFeedback, { params: { id: entry._id }, body: {} }),
    onSuccess: async (_, { _id }) => {
      const readAt = new Date().toISOString();
      queryClient.setQueryData<InfiniteData<InboxPageData>>(makeInboxKey(state), (data) =>
        data === undefined ? undefined : { ...data, pages: data.pages.map((page) => markEntryRead(page, _id, readAt)) },
      );
      await invalidate(queryClient, unreadFeedback);
      await invalidate(queryClient, overview);
    },
    // An error while marking needs no message: the feedback stays unread and is marked when it is opened again.
  });
}

function markEntryRead(page: InboxPageData, id: string, readAt: string): InboxPageData {
  const feedback = page.feedback.map((entry) =>
    entry._id === id && entry.readAt === null ? { ...entry, readAt } : entry,
  );
  return { ...page, feedback };
}

/** Archives a message and refreshes the list. `onDone` is called when the message has left the list. */
export function useArchiveFeedback(onDone: () => void) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (entry: FeedbackEntry) => client(archiveFeedback, { params: { id: entry._id }, body: {} }),
    onSuccess: async ({ modifiedCount }) => {
      if (modifiedCount > 0) toastSuccess(feedbackInboxMessages.archivedToast);
      else toastError(feedbackInboxMessages.archivedBefore);
      onDone();
      await invalidate(queryClient, listFeedback, unreadFeedback, adminQueues);
    },
    onError: async (error) => {
      toastError(error.message);
      if (error instanceof ApiError && error.status === 404)
        await invalidate(queryClient, listFeedback, unreadFeedback, adminQueues);
    },
  });
}
