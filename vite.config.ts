import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Found only when a page asks for them, they would make the development server reload once.
  optimizeDeps: { include: ['@base-ui/react/dialog', '@stripe/react-stripe-js', '@stripe/stripe-js/pure'] },
  build: {
    // Assets stay files: the page policy allows none inline.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es|turbo-stream)[\\/]/,
            },
          ],
        },
      },
    },
  },
})
