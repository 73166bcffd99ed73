; NUMBERS.COM: says hello on a LAN until it has received a packet of every other node, then broadcasts numbered packets, and
; writes to RESULT.DAT how often it received each packet of each node. For nasm -f bin, with -DID= -DNODES= -DPACKETS= -DPER_TICK=.
        cpu 8086
        org 0x100

%define SOCKET          0x0743          ; 4307, big endian
%define LISTENERS       32
%define ECB_BYTES       42
%define PACKET_BYTES    64
%define HELLO           0xffff
%define ALL             ((1 << NODES) - 1)
%define SETTLE_TICKS    55              ; three seconds of hello after all are heard
%define QUIET_TICKS     91              ; five seconds without a packet end the program

%macro ipx 1
        mov     bx, %1
        int     0x7a
%endmacro

start:  cld
        mov     di, bss
        mov     cx, bss_end - bss
        xor     ax, ax
        rep stosb
        mov     al, 0xff
        mov     dx, SOCKET
        ipx     0                       ; open the socket
        mov     byte [heard], 1 << ID
        mov     cx, LISTENERS
        mov     si, ecbs
        mov     di, buffers
.listen:
        call    fill_ecb
        call    listen
        add     si, ECB_BYTES
        add     di, PACKET_BYTES
        loop    .listen

main:   call    receive
        ipx     10                      ; relinquish control
        xor     ax, ax
        mov     es, ax
        mov     ax, [es:0x46c]          ; the BIOS's ticks, 18.2 a second
        push    cs
        pop     es
        cmp     ax, [tick]
        je      main
        mov     [tick], ax
        cmp     byte [state], 1
        je      number
        ja      ending

        mov     ax, HELLO
        call    send
        cmp     byte [heard], ALL
        jne     main
        inc     word [settled]
        cmp     word [settled], SETTLE_TICKS
        jb      main
        mov     byte [state], 1
        jmp     main

number: mov     cx, PER_TICK
.next:  mov     ax, [next]
        cmp     ax, PACKETS
        jae     .done
        push    cx
        call    send
        pop     cx
        inc     word [next]
        loop    .next
        jmp     main
.done:  mov     byte [state], 2
        jmp     main

ending: inc     word [quiet]
        cmp     word [quiet], QUIET_TICKS
        jb      main
        mov     ah, 0x3c                ; create the file
        xor     cx, cx
        mov     dx, file
        int     0x21
        mov     bx, ax
        mov     ah, 0x40                ; write the counts
        mov     cx, NODES * PACKETS
        mov     dx, counts
        int     0x21
        mov     ah, 0x3e                ; close
        int     0x21
        mov     dx, SOCKET
        ipx     1                       ; close the socket
        mov     ax, 0x4c00
        int     0x21

; Counts all packets that have arrived, and listens again.
receive:
        mov     cx, LISTENERS
        mov     si, ecbs
        mov     di, buffers
.each:  cmp     byte [si + 8], 0        ; in use: still listening
        jne     .other
        cmp     byte [si + 9], 0        ; completion
        jne     .again
        mov     word [quiet], 0
        push    cx
        mov     cl, [di + 30]
        mov     al, 1
        shl     al, cl
        or      [heard], al
        mov     ax, PACKETS
        xor     ch, ch
        mul     cx
        mov     bx, [di + 31]
        pop     cx
        cmp     bx, PACKETS
        jae     .again                  ; a hello
        add     bx, ax
        cmp     byte [counts + bx], 255
        je      .again
        inc     byte [counts + bx]
.again: call    listen
.other: add     si, ECB_BYTES
        add     di, PACKET_BYTES
        loop    .each
        ret

listen: push    cx
        push    si
        push    di
        ipx     4
        pop     di
        pop     si
        pop     cx
        ret

; Broadcasts the number AX.
send:   mov     [out_packet + 31], ax
        mov     byte [out_packet + 30], ID
        mov     si, out_ecb
        mov     di, out_packet
        call    fill_ecb
        mov     ax, 0xffff
        mov     [out_packet + 10], ax   ; destination node
        mov     [out_packet + 12], ax
        mov     [out_packet + 14], ax
        mov     word [out_packet + 16], SOCKET
        mov     [si + 28], ax           ; immediate address
        mov     [si + 30], ax
        mov     [si + 32], ax
        ipx     3
        ret

; The event control block at SI, of the buffer at DI.
fill_ecb:
        mov     word [si + 10], SOCKET
        mov     word [si + 34], 1
        mov     [si + 36], di
        mov     [si + 38], cs
        mov     word [si + 40], PACKET_BYTES
        ret

file:   db      "RESULT.DAT", 0

        section .bss
bss:
tick:           resw 1
settled:        resw 1
next:           resw 1
quiet:          resw 1
heard:          resb 1
state:          resb 1
ecbs:           resb LISTENERS * ECB_BYTES
buffers:        resb LISTENERS * PACKET_BYTES
out_ecb:        resb ECB_BYTES
out_packet:     resb PACKET_BYTES
counts:         resb NODES * PACKETS
bss_end:
